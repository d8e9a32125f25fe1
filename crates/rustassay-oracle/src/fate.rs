//! A compiler accepts what typing rules derive, and rejects what breaks one of their premises with the errors that the premise names.

use crate::opinion::known_disagreement;
use crate::place::without_place;
use crate::specimen::Specimen;
use crate::trials::ByTrials;
use rustassay_judge::answer::Answer;
use rustassay_judge::backend::Backend;
use rustassay_judge::case::Expectation;
use rustassay_judge::checking::CheckFate;
use rustassay_judge::engine::Engine;
use rustassay_judge::verdict::{Fault, Suspicion};
use rustassay_judge::words;
use rustassay_outcome::{Compiled, RustcDiagnostic};

/// Programs whose fate the rules know that they were derived with.
pub struct Fate;

/// The premises name the errors of this release and of those after it; older ones may have others.
const NAMED_SINCE: (u32, u32, u32) = (1, 95, 0);

impl Fate {
    /// What the rules say of a program.
    pub fn expected(specimen: &Specimen) -> CheckFate {
        match specimen.case.expectation {
            Expectation::Rejected => CheckFate::Rejected,
            _ => CheckFate::Accepted,
        }
    }
}

impl ByTrials for Fate {
    fn wrong_errors(
        &self,
        specimen: &Specimen,
        backend: &Backend,
        _: &Answer,
        errors: &[RustcDiagnostic],
    ) -> Option<Suspicion> {
        let rejected = Compiled::Rejected(errors.to_vec());
        if let Some(found) = without_place(&rejected) {
            return Some(found);
        }
        let has_named = backend.toolchain.as_ref()?.version.release >= NAMED_SINCE;
        let origin = specimen.origin.as_ref().filter(|_| has_named)?;
        let unexplained = Compiled::Rejected(vec![origin.unexplained(errors)?.clone()]);
        Some(Suspicion {
            fault: Fault::UnexpectedError,
            backends: vec![0],
            signature: unexplained.signature().map_or_else(String::new, |signature| signature.to_string()),
            summary: format!(
                "the compiler {}; what is wrong with the program is {}",
                words::of_compiler(&unexplained),
                origin.codes.join(" or ")
            ),
        })
    }

    fn known(&self, engine: &Engine, specimen: &Specimen, backend: &Backend) -> Option<String> {
        let text = specimen.case.rust_text()?;
        let origin = specimen.origin.clone().unwrap_or_default();
        let program = (text, specimen.case.edition());
        known_disagreement(engine, program, &origin, Some(Fate::expected(specimen)), backend)
    }

    /// What the rules say of a program, they do not say of parts of it.
    fn judges_parts(&self) -> bool {
        false
    }
}
