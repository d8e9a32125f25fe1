//! Another LLVM than the compiler's own: `opt` or `llc`, and which pass?
//!
//! `opt` is asked last. Code generation that is wrong needs some IR to be wrong about, and the pass that makes this IR is not to blame. So the same IR is given to
//! other code generators: `llc` at other levels, and where `opt` has no part, the LLVM of the compiler. If one of them is right, the IR is right.
//! Only if all of them are wrong, and right without the passes of `opt`, one of those is guilty.

use crate::localise::Search;
use crate::passes::Dial;
use crate::trials::Told;
use rustassay_finding::Stage;
use rustassay_judge::llvm_set::StepFlags;
use rustassay_outcome::Part;

/// Other ways to make code of the same IR.
const OTHER_CODE: [&str; 3] = ["--llc=-O0", "--llc=-O1", "--llc=-O2"];

impl Search<'_, '_> {
    /// The guilty part of another LLVM; `None` if it is not to blame.
    pub(crate) fn of_other_llvm(&mut self) -> Result<Option<Stage>, String> {
        if self.is_right_with_other_code() {
            let dial = self.usable(Dial::Llc)?;
            let none = dial.flags(0);
            return match self.is_bad(&[&none])? {
                true => Ok(Some(Stage::NoPass { part: Part::Llvm, without_passes: none })),
                false => self.blamed(&dial, &[], Stage::Llvm).map(Some),
            };
        }
        let dial = self.usable(Dial::Opt)?;
        match self.is_bad(&[&dial.flags(0)])? {
            true => Ok(None),
            false => self.blamed(&dial, &[], Stage::Llvm).map(Some),
        }
    }

    /// Whether another code generator makes a right program of the same IR.
    fn is_right_with_other_code(&mut self) -> bool {
        let of_llc = |flag: &String| flag.starts_with("--llc=");
        let others: Vec<String> = self.settings.iter().filter(|flag| !of_llc(flag)).cloned().collect();
        for code in OTHER_CODE {
            let flags = [&others[..], &[code.to_owned()]].concat();
            if flags != self.settings && matches!(self.trials.tell(&flags), Told::Good) {
                return true;
            }
        }
        let sorted = StepFlags::of(self.settings);
        sorted.opt.is_empty() && matches!(self.trials.tell_with_own_llvm(&sorted.rustc), Told::Good)
    }
}
