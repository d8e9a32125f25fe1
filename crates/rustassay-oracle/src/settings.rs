//! A generated program does the same whatever the level of optimization. No machine knows what it must do, so it is compiled in two ways.

use crate::trials::ByTrials;
use rustassay_judge::backend::{Backend, Codegen, Executor};

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
}
