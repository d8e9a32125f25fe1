//! An incremental build says the same of a program as a clean one.
//!
//! The compiler compiles another program first, into the same folder for incremental compilation: of a mutant, the one that it was made of.

use crate::specimen::Specimen;
use crate::{Confirmation, Judged, Judgement, NOT_REPRODUCED, Oracle, Shown};
use rustassay_judge::backend::Backend;
use rustassay_judge::case::Case;
use rustassay_judge::engine::{Build, Engine, Trial, needs_bootstrap};
use rustassay_judge::verdict::{Fault, Suspicion};
use rustassay_judge::words;
use rustassay_outcome::{Compiled, compiled};
use rustassay_process::run_unless;
use rustassay_toolchain::Toolchain;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Programs that are compiled after others.
pub struct Incremental;

/// Numbers the folders.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// A folder that incremental builds share, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(engine: &Engine) -> Result<Folder, String> {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = engine.scratch().join(format!("incremental-{number}"));
        std::fs::create_dir(&path).map_err(|error| format!("cannot make a folder: {error}"))?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed now goes with the scratch folder.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A compiler, and what it is told.
struct Compiler<'a> {
    engine: &'a Engine,
    toolchain: &'a Toolchain,
    backend: &'a Backend,
}

impl Compiler<'_> {
    fn flags(&self, case: &Case) -> Vec<String> {
        [&case.flags[..], &self.backend.flags].concat()
    }

    fn clean(&self, case: &Case) -> Result<Compiled, String> {
        let text = case.text_for(self.backend.custom_mir())?;
        let (flags, edition) = (self.flags(case), case.edition().name());
        let build = Build { edition, flags: &flags, only_check: true, share_library: false };
        let built = self.engine.build(&text, self.toolchain, &build, &mut Trial::default());
        built.map(|(_, compiled)| compiled)
    }

    fn incremental(&self, before: &Case, case: &Case) -> Result<Compiled, String> {
        let folder = Folder::new(self.engine)?;
        self.compile_in(&folder.0, before)?;
        self.compile_in(&folder.0, case)
    }

    fn compile_in(&self, folder: &Path, case: &Case) -> Result<Compiled, String> {
        let (text, flags) = (case.text_for(self.backend.custom_mir())?, self.flags(case));
        std::fs::write(folder.join("case.rs"), &text)
            .map_err(|error| format!("cannot write the program: {error}"))?;
        let task = self.toolchain.task(folder).args(["--edition", case.edition().name()]);
        let task = task.args(["--crate-type=lib", "--emit=metadata", "--cap-lints=allow"]);
        let task = task.args(["--error-format=json", "-Cincremental=incremental", "case.rs"]).args(&flags);
        let mut task = task.env("RUST_BACKTRACE", "1").limits(self.engine.compiling.clone());
        // As in the clean build.
        if !needs_bootstrap(&text, &flags) {
            task.env.retain(|(name, _)| name != "RUSTC_BOOTSTRAP");
        }
        let finished = run_unless(self.engine.cancellation(), &task).map_err(|error| error.to_string())?;
        let finished = finished.ok_or("it was cancelled")?;
        self.engine.charge(finished.cpu);
        Ok(compiled(&finished))
    }

    /// What a clean build says, and what is wrong with an incremental one.
    fn compare(&self, before: &Case, case: &Case) -> Result<(Compiled, Option<Suspicion>), String> {
        let clean = self.clean(case)?;
        let found = difference(&clean, &self.incremental(before, case)?);
        Ok((clean, found))
    }
}

fn signature(outcome: &Compiled) -> String {
    outcome.signature().map_or_else(String::new, |signature| signature.to_string())
}

/// What is wrong if this is what a clean and an incremental build of one program say. What is wrong with the clean one is seen by other oracles, and it
/// takes an answer to compare with.
fn difference(clean: &Compiled, incremental: &Compiled) -> Option<Suspicion> {
    let is_answer = matches!(clean, Compiled::Built | Compiled::Rejected(_));
    let (fault, signature, summary) = match (clean, incremental) {
        (Compiled::Built, Compiled::Rejected(_)) => (
            Fault::IncrementalDiffers,
            format!("only rejected after another program: {}", signature(incremental)),
            format!(
                "a clean build accepts the program, and an incremental build after another program {}",
                words::of_compiler(incremental)
            ),
        ),
        (Compiled::Rejected(_), Compiled::Built) => (
            Fault::IncrementalDiffers,
            format!("only accepted after another program: {}", signature(clean)),
            format!(
                "an incremental build after another program accepts it, and a clean build {}",
                words::of_compiler(clean)
            ),
        ),
        (_, Compiled::Crashed(_) | Compiled::Signaled(_) | Compiled::LlvmError(_)) if is_answer => (
            Fault::CompilerCrash,
            signature(incremental),
            format!(
                "the compiler {}, in an incremental build after another program",
                words::of_compiler(incremental)
            ),
        ),
        _ => return None,
    };
    Some(Suspicion { fault, backends: vec![0], signature, summary })
}

/// Judges a specimen; `None` if there is nothing to compile before it, or no compiler.
fn compare(
    engine: &Engine,
    specimen: &Specimen,
    backend: &Backend,
) -> Option<Result<(Compiled, Option<Suspicion>), String>> {
    let (before, toolchain) = (specimen.before.as_ref()?, backend.toolchain.as_ref()?);
    Some(Compiler { engine, toolchain, backend }.compare(before, &specimen.case))
}

impl Oracle for Incremental {
    fn judge(&self, engine: &Engine, specimens: &[&Specimen], backend: &Backend) -> Vec<Judgement> {
        let judgements = specimens.iter().map(|specimen| match compare(engine, specimen, backend) {
            Some(Ok((_, Some(found)))) => Judgement::Wrong(found),
            Some(Ok((Compiled::Built, None))) => Judgement::Right,
            Some(Ok((Compiled::Rejected(_), None))) => Judgement::Rejected,
            Some(Err(why)) => Judgement::Failed(why),
            Some(Ok((_, None))) | None => Judgement::NotApplicable,
        });
        judgements.collect()
    }

    fn confirm(&self, engine: &Engine, specimen: &Specimen, backend: &Backend) -> Confirmation {
        // Both sides twice.
        let [first, second] = [(); 2].map(|()| match compare(engine, specimen, backend) {
            Some(Ok((_, found))) => found,
            _ => None,
        });
        match first.zip(second) {
            Some((finding, again))
                if (finding.fault, &finding.signature) == (again.fault, &again.signature) =>
            {
                let text = specimen.case.file_for(backend.custom_mir()).unwrap_or_default();
                Confirmation::Shown(Shown::new(finding, text, None))
            }
            _ => Confirmation::Dismissed(NOT_REPRODUCED.to_owned()),
        }
    }

    fn judge_part(&self, _: &Engine, _: &Case, _: &Backend) -> Option<Judged> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builds_differ_when_only_one_accepts() {
        let fault =
            |clean: &Compiled, other: &Compiled| difference(clean, other).map(|finding| finding.fault);
        let rejected = Compiled::Rejected(Vec::new());
        assert_eq!(fault(&Compiled::Built, &rejected), Some(Fault::IncrementalDiffers));
        assert_eq!(fault(&rejected, &Compiled::Built), Some(Fault::IncrementalDiffers));
        assert_eq!(fault(&rejected, &rejected), None);
        assert_eq!(fault(&Compiled::Built, &Compiled::OutOfMemory), None);
    }
}
