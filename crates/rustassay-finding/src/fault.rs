//! What can be wrong.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What is wrong. As data it is its [name](Fault::name).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum Fault {
    /// A program does something else than it must; or, where nobody knows what it must do, not the same everywhere.
    Miscompilation,
    /// The compiler crashed.
    CompilerCrash,
    /// The compiler hung.
    CompilerHang,
    /// The compiler rejected a valid program.
    RejectedValid,
    /// The compiler accepted an invalid program.
    AcceptedInvalid,
    /// The compiler rejected an invalid program with an error that does not explain what is wrong with it.
    UnexpectedError,
    /// The compiler accepted one of two equivalent programs and rejected the other.
    EquivalentsDiffer,
    /// One setting of a compiler accepts what another rejects.
    Disagreement,
    /// An incremental build says something else of a program than a clean one.
    IncrementalDiffers,
    /// The compiler rejects a program with an error that has no place.
    ErrorWithoutPlace,
    /// A macro by example and its procedural twin do not expand alike.
    TwinsDiffer,
    /// The program has Undefined Behavior: no compiler's fault.
    UbInTestCase,
    /// The program does not do the same each time: no compiler's fault.
    NondeterministicTestCase,
    /// The compiler rejects the program with every setting, though its generator makes programs that compile: no compiler's fault.
    InvalidTestCase,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 14] = [
        Fault::Miscompilation,
        Fault::CompilerCrash,
        Fault::CompilerHang,
        Fault::RejectedValid,
        Fault::AcceptedInvalid,
        Fault::UnexpectedError,
        Fault::EquivalentsDiffer,
        Fault::Disagreement,
        Fault::IncrementalDiffers,
        Fault::ErrorWithoutPlace,
        Fault::TwinsDiffer,
        Fault::UbInTestCase,
        Fault::NondeterministicTestCase,
        Fault::InvalidTestCase,
    ];

    /// Its name in data. It never changes, because stores and lists of known bugs have it.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::Miscompilation => "miscompilation",
            Fault::CompilerCrash => "compiler-crash",
            Fault::CompilerHang => "compiler-hang",
            Fault::RejectedValid => "rejected-valid-program",
            Fault::AcceptedInvalid => "accepted-invalid-program",
            Fault::UnexpectedError => "unexpected-error",
            Fault::EquivalentsDiffer => "equivalents-differ",
            Fault::Disagreement => "settings-disagree",
            Fault::IncrementalDiffers => "incremental-differs",
            Fault::ErrorWithoutPlace => "error-without-place",
            Fault::TwinsDiffer => "twins-differ",
            Fault::UbInTestCase => "undefined-behavior-in-test-case",
            Fault::NondeterministicTestCase => "nondeterministic-test-case",
            Fault::InvalidTestCase => "invalid-test-case",
        }
    }

    /// Whether the test case is at fault, so that no compiler is to blame.
    pub const fn is_of_the_test_case(self) -> bool {
        matches!(self, Fault::UbInTestCase | Fault::NondeterministicTestCase | Fault::InvalidTestCase)
    }
}

/// A name that no fault has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownFault(pub String);

impl fmt::Display for UnknownFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this version of Rustassay knows no fault `{}`", self.0)
    }
}

impl std::error::Error for UnknownFault {}

impl FromStr for Fault {
    type Err = UnknownFault;

    fn from_str(name: &str) -> Result<Fault, UnknownFault> {
        let fault = Fault::ALL.into_iter().find(|fault| fault.name() == name);
        fault.ok_or_else(|| UnknownFault(name.to_owned()))
    }
}

impl From<Fault> for &'static str {
    fn from(fault: Fault) -> &'static str {
        fault.name()
    }
}

impl TryFrom<String> for Fault {
    type Error = UnknownFault;

    fn try_from(name: String) -> Result<Fault, UnknownFault> {
        name.parse()
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_has_a_name_of_its_own() {
        for fault in Fault::ALL {
            assert_eq!(fault.name().parse(), Ok(fault));
            assert_eq!(serde_json::to_value(fault).unwrap(), fault.name());
        }
        assert_eq!("crash".parse::<Fault>(), Err(UnknownFault("crash".to_owned())));
    }
}
