//! Another LLVM in the place of the compiler's own: the steps after rustc.
//!
//! rustc compiles the crate and does not link it (`-Zno-link`). It leaves the crate's bitcode, the crate's object, and what it needs to link. `opt` and `llc` make
//! another object of the bitcode, which takes the place of the first. Then rustc links, as it always does (`-Zlink-only`).

use crate::engine::{NotRun, PROGRAM, command};
use crate::llvm_set::StepFlags;
use rustassay_process::{End, Finished, ResourceLimits, Task};
use rustassay_toolchain::{LlvmBackend, Toolchain, Unlinked, compiler_task};
use std::ffi::OsString;
use std::path::Path;

/// The IR after `opt`.
pub const OPTIMIZED: &str = "case.opt.bc";
/// What `llc` makes, before it takes the place of rustc's own object.
pub const OBJECT: &str = "case.llvm.o";

/// What is to be made of the files that rustc left in a folder.
pub(crate) struct Steps<'a> {
    pub toolchain: &'a Toolchain,
    pub backend: &'a LlvmBackend,
    pub flags: &'a StepFlags,
    pub folder: &'a Path,
    pub limits: &'a ResourceLimits,
    /// What rustc is told to link, for people, without the file.
    pub link: &'a [OsString],
    /// What it is told besides.
    pub unsaid: &'a [OsString],
}

/// The steps that were taken.
pub(crate) struct Stepped {
    /// How the last one ended, with what all of them said on standard error.
    pub finished: Finished,
    /// What a person types for them.
    pub commands: String,
}

impl Steps<'_> {
    /// Takes the steps until one fails.
    pub fn take(&self, run: &mut dyn FnMut(&Task) -> Result<Finished, NotRun>) -> Result<Stepped, String> {
        let files = Unlinked::of(PROGRAM, self.folder)?;
        let (mut commands, mut said) = (String::new(), Vec::new());
        let mut step = |program: &Path, args: &[OsString], unsaid: &[OsString]| {
            let is_rustc = program == self.toolchain.rustc;
            commands.push_str(&format!(" && {}", command(program, is_rustc, args)));
            let task = compiler_task(program, self.folder).args(args).args(unsaid);
            // A crash is told with its backtrace.
            let task = task.limits(self.limits.clone()).env("RUST_BACKTRACE", "1");
            let mut finished = run(&task).map_err(|error| error.to_string())?;
            said.append(&mut finished.stderr);
            Ok::<Finished, String>(finished)
        };
        let words = |args: Vec<String>| args.into_iter().map(OsString::from).collect::<Vec<_>>();
        let LlvmBackend { tools, .. } = self.backend;
        let mut input = &*files.bitcode;
        let mut finished = None;
        if !self.flags.opt.is_empty() {
            let args = words(self.backend.opt_args(&self.flags.opt, input, OPTIMIZED));
            finished = Some(step(&tools.opt, &args, &[])?);
            input = OPTIMIZED;
        }
        if finished.as_ref().is_none_or(is_well) {
            let args = words(self.backend.llc_args(&self.flags.llc, input, OBJECT));
            finished = Some(step(&tools.llc, &args, &[])?);
        }
        let mut finished = finished.ok_or("no step was taken")?;
        // Assembly is for people, and is not linked.
        let is_object = !self.flags.llc.iter().any(|flag| flag.starts_with("-filetype"));
        if is_well(&finished) && is_object {
            let [new, old] = [OBJECT, &files.object].map(|file| self.folder.join(file));
            std::fs::rename(new, old).map_err(|error| format!("`llc` leaves no object: {error}"))?;
            let link = [self.link, &[files.rlink.into()]].concat();
            finished = step(&self.toolchain.rustc, &link, self.unsaid)?;
        }
        finished.stderr = said;
        let commands = commands.replacen(OBJECT, &files.object, 1);
        Ok(Stepped { finished, commands })
    }
}

/// Whether a step did what it should.
fn is_well(finished: &Finished) -> bool {
    finished.end == End::Exited(0)
}
