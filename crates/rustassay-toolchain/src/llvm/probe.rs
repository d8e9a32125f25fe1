//! What a compiler can do with another LLVM, by trying.

use super::{LlvmBackend, LlvmTools};
use crate::Toolchain;
use crate::probe::{Compiler, compiler_task, excerpt, succeed};
use crate::target::probe::PROGRAM;
use rustassay_process::{Task, run};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// How a compiler is told to leave a program unlinked, with its object and its bitcode: these arguments make `FILE` those of [`Unlinked`].
pub const UNLINKED: [&str; 3] = ["-Ccodegen-units=1", "-Zno-link", "--emit=link,llvm-bc"];

/// The files of a program that is not linked yet, in the folder of the compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unlinked {
    /// Its bitcode.
    pub bitcode: String,
    /// Its object, which the compiler itself made, and another may take the place of.
    pub object: String,
    /// What the compiler needs to link it, with `-Zlink-only`.
    pub rlink: String,
}

impl Unlinked {
    /// The files that a compiler left of the crate of this name. Beside the one object there may be another, with the allocator's functions.
    pub fn of(name: &str, folder: &Path) -> Result<Unlinked, String> {
        let is_object =
            |file: &String| file.starts_with(&format!("{name}.")) && file.ends_with("-cgu.0.rcgu.o");
        let mut objects = crate::probe::file_names(folder).into_iter().filter(is_object);
        match (objects.next(), objects.next()) {
            (Some(object), None) => {
                Ok(Unlinked { bitcode: format!("{name}.bc"), object, rlink: format!("{name}.rlink") })
            }
            (None, _) => Err("the compiler leaves no object with `-Zno-link`".to_owned()),
            (Some(_), Some(_)) => Err("the compiler leaves several objects with `-Zno-link`".to_owned()),
        }
    }
}

/// What `llc` is told always: the object must fit into a position-independent program, and rustc's own LLVM traps where control must not come.
const LLC_ARGS: [&str; 2] = ["-relocation-model=pic", "-trap-unreachable"];

impl LlvmBackend {
    /// The arguments of `opt`, with these flags.
    pub fn opt_args(&self, flags: &[String], input: &str, output: &str) -> Vec<String> {
        let mut args = flags.to_vec();
        args.extend([input, "-o", output].map(str::to_owned));
        args
    }

    /// The arguments of `llc`, with these flags.
    pub fn llc_args(&self, flags: &[String], input: &str, output: &str) -> Vec<String> {
        let mut args = [&LLC_ARGS.map(str::to_owned)[..], &self.llc_args, flags].concat();
        if !flags.iter().any(|flag| flag.starts_with("-filetype")) {
            args.push("-filetype=obj".to_owned());
        }
        args.extend([input, "-o", output].map(str::to_owned));
        args
    }
}

/// Tries an LLVM with a compiler for its target: what works, and why the rest does not.
pub(crate) fn probe(
    toolchain: &Toolchain,
    tools: &LlvmTools,
    timeout: Duration,
) -> Result<(LlvmBackend, Vec<String>), String> {
    let compiler = Compiler::new(&toolchain.rustc, timeout)?;
    let mut backend =
        LlvmBackend { tools: tools.clone(), llc_args: Vec::new(), reads: false, runs: false, unwinds: false };
    let notes = match try_all(&compiler, toolchain, &mut backend) {
        Ok(()) => Vec::new(),
        Err(why) => vec![why],
    };
    match compiler.is_late() {
        true => {
            let seconds = timeout.as_secs_f64();
            Err(format!("it takes longer than {seconds} seconds to build and run a tiny program"))
        }
        false => Ok((backend, notes)),
    }
}

/// Goes as far as it works; or says what does not.
fn try_all(compiler: &Compiler<'_>, toolchain: &Toolchain, backend: &mut LlvmBackend) -> Result<(), String> {
    let flags = toolchain.target_flags();
    backend.llc_args = target_args(compiler, &flags);
    let cannot_write = |error: std::io::Error| format!("cannot write the program: {error}");
    fs::write(compiler.folder().join("probe.rs"), PROGRAM).map_err(cannot_write)?;
    let rustc = |args: &[&str]| succeed(&compiler.task().arg("--edition=2021").args(&flags).args(args));
    rustc(&[&UNLINKED[..], &["-Copt-level=2", "-Cno-prepopulate-passes", "probe.rs"]].concat())
        .map_err(|why| format!("the compiler does not leave its bitcode: {why}"))?;
    let files = Unlinked::of("probe", compiler.folder())?;
    let tool = |tool: &Path, args: Vec<String>| {
        let task = compiler_task(tool, compiler.folder()).args(&args).limits(compiler.limits());
        succeed(&task).map(|_| ())
    };
    let passes = ["-passes=default<O2>".to_owned()];
    tool(&backend.tools.opt, backend.opt_args(&passes, &files.bitcode, "probe.opt.bc"))
        .map_err(|why| format!("its bitcode is not for this LLVM: `opt` {why}"))?;
    backend.reads = true;
    tool(&backend.tools.llc, backend.llc_args(&["-O2".to_owned()], "probe.opt.bc", "probe.llvm.o"))
        .map_err(|why| format!("`llc` makes no object: it {why}"))?;
    let [new, old] = ["probe.llvm.o", &files.object].map(|name| compiler.folder().join(name));
    fs::rename(new, old).map_err(|error| format!("`llc` leaves no object: {error}"))?;
    rustc(&["-Zlink-only", &files.rlink]).map_err(|why| format!("programs cannot be linked: {why}"))?;
    let program = compiler.folder().join("probe");
    let task = match toolchain.runner() {
        None => Task::new(&program, compiler.folder()),
        Some(runner) => runner.start(&program, compiler.folder()),
    };
    let finished = run(&task.limits(compiler.limits())).map_err(|error| error.to_string())?;
    if !finished.stdout.starts_with(b"hello\n") {
        return Err(format!("in place of `hello`, a program printed {}", excerpt(&finished.stdout)));
    }
    backend.runs = true;
    backend.unwinds = finished.stdout == b"hello\ncaught\n";
    backend.unwinds.then_some(()).ok_or_else(|| "a panic cannot be caught".to_owned())
}

/// What `llc` has to be told of a target. The bitcode has the target and the features of each function, but not what holds for the whole object.
fn target_args(compiler: &Compiler<'_>, flags: &[String]) -> Vec<String> {
    let asked = compiler.task().args(["-Zunstable-options", "--print=target-spec-json"]).args(flags);
    let spec = succeed(&asked).ok().and_then(|said| serde_json::from_slice::<Value>(&said.stdout).ok());
    let Some(spec) = spec else { return Vec::new() };
    let args = [("llvm-abiname", "-target-abi"), ("features", "-mattr"), ("code-model", "-code-model")];
    let known = args.iter().filter_map(|(key, arg)| Some((arg, spec.get(*key)?.as_str()?)));
    known.filter(|(_, value)| !value.is_empty()).map(|(arg, value)| format!("{arg}={value}")).collect()
}
