//! A compiler accepts what typing rules derive, and rejects what breaks one of their premises.

use crate::opinion::known_disagreement;
use crate::specimen::Specimen;
use crate::trials::ByTrials;
use rustassay_judge::backend::Backend;
use rustassay_judge::case::Expectation;
use rustassay_judge::checking::Fate as Checked;
use rustassay_judge::engine::Engine;

/// Programs whose fate the rules know that they were derived with.
pub struct Fate;

impl ByTrials for Fate {
    fn known(&self, engine: &Engine, specimen: &Specimen, backend: &Backend) -> Option<String> {
        let text = specimen.case.rust_text()?;
        let expected = match specimen.case.expectation {
            Expectation::Rejected => Checked::Rejected,
            _ => Checked::Accepted,
        };
        let origin = specimen.origin.clone().unwrap_or_default();
        known_disagreement(engine, (text, specimen.case.edition()), &origin, Some(expected), backend)
    }

    /// What the rules say of a program, they do not say of parts of it.
    fn judges_parts(&self) -> bool {
        false
    }
}
