//! Oracles: each knows one thing that every compiler must do with a program, and judges whether a backend did
//! it.
//!
//! Oracles know no generator. A [`Specimen`] names its oracle and has all that the oracle needs. An oracle
//! judges many specimens cheaply, and re-runs each failure alone before anybody hears of it.
//!
//! | oracle | what it promises |
//! | --- | --- |
//! | `output` | a program does what the abstract machine says |
//! | `settings` | a generated program does the same whatever the level of optimization |
//! | `optimization` | a program by anybody does the same at levels 0 and 3, if the language prescribes all that it does |
//! | `fate` | a compiler accepts what typing rules derive, and rejects what breaks one of their premises with the errors that the premise names |
//! | `class` | a compiler accepts all programs of a class of equivalents, or rejects all of them, as typing rules do |
//! | `agreement` | both trait solvers, both borrow checkers and any number of threads accept a program, or all reject it |
//! | `incremental` | an incremental build says the same of a program as a clean one |
//! | `passes`, `code` | a compiler does not crash with all MIR passes, and when it generates all code (module `robustness`) |
//! | `place` | every error says where it is |
//! | `twins` | a macro by example and a procedural macro of the same text expand alike |
//!
//! All of them promise that a compiler neither crashes nor hangs. This is the core of the simplest, `place`:
//!
//! ```
//! use rustassay_oracle::error_without_place;
//! use rustassay_outcome::compiled;
//! use rustassay_process::{End, Finished};
//! use std::time::Duration;
//!
//! let rejected = |stderr: &str| {
//!     let (stdout, stderr) = (Vec::new(), stderr.as_bytes().to_vec());
//!     let (cpu, wall) = (Duration::ZERO, Duration::ZERO);
//!     compiled(&Finished { end: End::Exited(1), stdout, stderr, cpu, peak_memory: 0, wall })
//! };
//! let good = rejected("error[E0308]: mismatched types\n --> case.rs:1:20\n\n");
//! assert!(error_without_place(&good).is_none());
//!
//! let bad = rejected("error[E0308]: mismatched types\n\n");
//! assert_eq!(error_without_place(&bad).expect("it has no place").message, "mismatched types");
//! ```

mod agreement;
mod class;
mod fate;
mod incremental;
mod opinion;
mod optimization;
mod output;
mod place;
mod robustness;
mod settings;
pub mod specimen;
mod trials;
mod twins;

pub use place::error_without_place;
pub use trials::Judged;
pub use twins::pair_of;

use rustassay_judge::backend::Backend;
use rustassay_judge::case::Case;
use rustassay_judge::engine::Engine;
use rustassay_judge::verdict::Suspicion;
use serde::{Deserialize, Serialize};
use specimen::Specimen;

/// The name of an oracle, as stores keep it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum OracleName {
    Output,
    Settings,
    Optimization,
    Fate,
    Class,
    Agreement,
    Incremental,
    Passes,
    Code,
    Place,
    Twins,
}

impl OracleName {
    /// The oracle of this name.
    pub fn oracle(self) -> &'static dyn Oracle {
        match self {
            OracleName::Output => &output::Output,
            OracleName::Settings => &settings::Settings,
            OracleName::Optimization => &optimization::Optimization,
            OracleName::Fate => &fate::Fate,
            OracleName::Class => &class::Class,
            OracleName::Agreement => &agreement::Agreement,
            OracleName::Incremental => &incremental::Incremental,
            OracleName::Passes => &robustness::PASSES,
            OracleName::Code => &robustness::CODE,
            OracleName::Place => &place::Place,
            OracleName::Twins => &twins::Twins,
        }
    }
}

/// What a backend did with a specimen.
#[derive(Debug)]
pub enum Judgement {
    /// What it must.
    Right,
    /// What it must or may: it rejected the program.
    Rejected,
    /// Something else, as it seems.
    Wrong(Suspicion),
    /// Something else, but it is known why: a limit of the compiler, or a bug that is filed.
    Known,
    /// The backend has nothing to say about it.
    NotApplicable,
    /// It could not be tried: why.
    Failed(String),
}

/// What came of a specimen that was judged once more, alone.
pub enum Confirmation {
    /// The backend is wrong.
    Shown(Box<Shown>),
    /// It is not, or nobody has to hear of it: why.
    Dismissed(String),
}

/// What a backend does wrong, when it was tried alone.
pub struct Shown {
    #[allow(missing_docs)]
    pub finding: Suspicion,
    /// The program, for people.
    pub text: String,
    /// What was tried; nothing where it takes more than one crate or one call of the compiler, so that no part of a compiler can be found guilty.
    pub judged: Option<Judged>,
    /// Whether the program that it was made of shows the same: then it is not the mutation that shows it.
    pub is_of_seed: bool,
    /// Another program that it takes to show it, and the name of its file.
    pub beside: Option<(&'static str, String)>,
}

impl Shown {
    fn new(finding: Suspicion, text: String, judged: Option<Judged>) -> Box<Shown> {
        Box::new(Shown { finding, text, judged, is_of_seed: false, beside: None })
    }
}

/// Knows one thing that compilers must do.
pub trait Oracle: Sync {
    /// Judges many specimens, cheaply.
    fn judge(&self, engine: &Engine, specimens: &[&Specimen], backend: &Backend) -> Vec<Judgement>;

    /// Judges one specimen alone, and again if it seems wrong.
    fn confirm(&self, engine: &Engine, specimen: &Specimen, backend: &Backend) -> Confirmation;

    /// Judges a part of a specimen's program. `None` if what the oracle knows of the whole says nothing of its parts, so that they cannot be made
    /// smaller.
    fn judge_part(&self, engine: &Engine, part: &Case, backend: &Backend) -> Option<Judged>;
}

/// Judges a specimen alone by its oracle, and the program that it was made of if it is wrong.
pub fn confirm(engine: &Engine, specimen: &Specimen, backend: &Backend) -> Confirmation {
    let oracle = specimen.oracle.oracle();
    let mut confirmation = oracle.confirm(engine, specimen, backend);
    if let (Confirmation::Shown(shown), Some(before)) = (&mut confirmation, specimen.as_before())
        && let Confirmation::Shown(earlier) = oracle.confirm(engine, &before, backend)
        && (earlier.finding.fault, &earlier.finding.signature)
            == (shown.finding.fault, &shown.finding.signature)
    {
        shown.is_of_seed = true;
    }
    confirmation
}

/// Why something that seemed wrong is not a finding.
const NOT_REPRODUCED: &str = "it was not reproduced alone";
