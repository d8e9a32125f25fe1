//! A generated program does the same whatever the level of optimization. No machine knows what it must do, so it is compiled in two ways.

use crate::specimen::Specimen;
use crate::trials::ByTrials;
use rustassay_judge::answer::Answer;
use rustassay_judge::backend::{Backend, Codegen, Executor};
use rustassay_judge::verdict::{Fault, Suspicion};
use rustassay_judge::words;
use rustassay_outcome::{Compiled, RustcDiagnostic};

/// Programs that behave alike with every setting.
pub struct Settings;

impl ByTrials for Settings {
    fn reference(&self, backend: &Backend) -> Option<Backend> {
        // Without optimization, most of what can go wrong does not run.
        let [plain, other] = ["-Copt-level=0", "-Copt-level=2"].map(|flag| vec![flag.to_owned()]);
        let (name, flags) = match backend.flags == plain {
            true => ("O2", other),
            false => ("O0", plain),
        };
        Some(Backend {
            name: format!("{}/{name}", backend.compiler_name()),
            kind: Executor::Compiled(Codegen::Llvm),
            toolchain: backend.toolchain.clone(),
            flags,
        })
    }

    /// Its generator has made the program for this compiler, which must accept it.
    fn wrong_errors(
        &self,
        _: &Specimen,
        _: &Backend,
        answer: &Answer,
        errors: &[RustcDiagnostic],
    ) -> Option<Suspicion> {
        let rejected = Compiled::Rejected(errors.to_vec());
        let says = words::of_compiler(&rejected);
        let (fault, summary) = match answer {
            // The other setting has built it.
            Answer::Must(_) => (Fault::RejectedValid, format!("the compiler {says}")),
            _ => (
                Fault::InvalidTestCase,
                format!(
                    "whatever the level of optimization, the compiler {says}: this is a bug of Rustassay"
                ),
            ),
        };
        let signature = rejected.signature().map_or_else(String::new, |signature| signature.to_string());
        Some(Suspicion { fault, backends: vec![0], signature, summary })
    }
}
