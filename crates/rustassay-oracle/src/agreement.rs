//! Both trait solvers, both borrow checkers and any number of threads accept a program, or all reject it. Nobody knows which, but they must agree.

use crate::opinion::known_disagreement;
use crate::specimen::Specimen;
use crate::trials::ByTrials;
use rustassay_judge::backend::Backend;
use rustassay_judge::checking::Origin;
use rustassay_judge::engine::Engine;

/// Programs that every setting treats alike.
pub struct Agreement;

impl ByTrials for Agreement {
    fn reference(&self, backend: &Backend) -> Option<Backend> {
        let name = format!("{}/check", backend.compiler_name());
        (!backend.flags.is_empty()).then(|| Backend { name, flags: Vec::new(), ..backend.clone() })
    }

    fn known(&self, engine: &Engine, specimen: &Specimen, backend: &Backend) -> Option<String> {
        let text = specimen.case.rust_text()?;
        known_disagreement(engine, (text, specimen.case.edition()), &Origin::default(), None, backend)
    }
}
