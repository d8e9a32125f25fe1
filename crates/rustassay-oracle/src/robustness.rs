//! A compiler does not crash when it does all that it can with a program: all MIR passes, and code for everything.
//!
//! More passes and more code come to more instances and constants, of which some cannot be computed. So a program may be accepted without these flags and
//! rejected with them, and that takes its time: only crashes count.

use crate::trials::ByTrials;
use rustassay_judge::backend::Backend;
use rustassay_judge::sets::are_for;
use rustassay_judge::verdict::Fault;

/// Programs that a compiler must survive, whatever it is told to do with them.
pub struct Robustness {
    /// What people call it.
    name: &'static str,
    flags: &'static [&'static str],
}

/// All MIR passes, also the experimental ones, and what checks their work.
pub const PASSES: Robustness = Robustness {
    name: "passes",
    flags: &["-Zmir-opt-level=4", "-Zvalidate-mir", "-Copt-level=3", "--emit=mir"],
};

/// Code for all that is not generic, and all that is said about it.
pub const CODE: Robustness = Robustness {
    name: "code",
    flags: &[
        "--emit=obj",
        "-Clink-dead-code",
        "-Cdebuginfo=2",
        "-Csymbol-mangling-version=v0",
        "-Copt-level=1",
    ],
};

impl ByTrials for Robustness {
    fn under_test(&self, backend: &Backend) -> Option<Backend> {
        are_for(self.flags, backend.toolchain.as_ref()?).then(|| backend.with_flags(self.name, self.flags))
    }

    fn counts(&self, fault: Fault) -> bool {
        fault == Fault::CompilerCrash
    }
}
