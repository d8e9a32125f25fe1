//! What cargo starts in rustc's place.
//!
//! Cargo decides what is compiled, in which order, with which options and what is still fresh. The wrapper only sees to it that
//! the crates of the program become libraries whose metadata has all bodies:
//!
//! - It leaves alone what is compiled for the host (build scripts, procedural macros and what they use), and what is not compiled
//!   at all. A build script that tries what the compiler can do gets the answers of a stable compiler.
//! - A binary is compiled as a library, since rustc writes no metadata of binaries.
//! - So is a test target, with `cfg(test)`. Without `--test`, the library's `#[test]` would remove the functions; [`crate::macros`]
//!   takes its place.

use crate::command_line::CommandLine;
use crate::macros;
use crate::mirror::Mirror;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The variable that only cargo has when we start it: where the macros for tests are.
pub(crate) const VARIABLE: &str = "RUSTASSAY_TEST_MACROS";

/// Does the work of rustc, with what is said above, if cargo started this process for that; nothing otherwise.
pub fn act_as_compiler() -> Option<ExitCode> {
    let macros = PathBuf::from(std::env::var_os(VARIABLE)?);
    let mut words = std::env::args_os().skip(1);
    let rustc = words.next()?;
    let done = CommandLine::expand(words).and_then(|line| compile(&rustc, line, &macros));
    Some(done.unwrap_or_else(|error| {
        eprintln!("error: rustassay cannot compile this crate: {error}");
        ExitCode::FAILURE
    }))
}

impl CommandLine {
    /// Reads a command line, of which parts may be in files, one word a line: `@FILE`.
    fn expand(words: impl Iterator<Item = OsString>) -> io::Result<CommandLine> {
        let mut all = Vec::new();
        for word in words {
            match word.to_str().and_then(|text| text.strip_prefix('@')) {
                Some(file) => all.extend(std::fs::read_to_string(file)?.lines().map(OsString::from)),
                None => all.push(word),
            }
        }
        Ok(CommandLine::new(all))
    }
}

/// Whether a command line compiles a crate of the program, and not something for the host or a question.
fn is_of_program(line: &CommandLine) -> bool {
    let is_macro = line.values("--crate-type").any(|kind| kind == "proc-macro");
    let is_build = std::env::var_os("CARGO_CRATE_NAME").is_some();
    is_build && line.has("--target") && !line.has("--print") && !is_macro && line.source().is_some()
}

fn compile(rustc: &OsStr, line: CommandLine, macros: &Path) -> io::Result<ExitCode> {
    if !is_of_program(&line) {
        return run(Command::new(rustc).args(line.words()));
    }
    let is_test = line.has("--test");
    let mut line = as_library(line);
    let mirror = if is_test { Some(add_tests(&mut line, macros)?) } else { None };
    // Only this compiler takes unstable options; the environment of build scripts stays as it is.
    let code = run(Command::new(rustc).args(line.words()).env("RUSTC_BOOTSTRAP", "1"))?;
    if let (Some(mirror), Some(makefile)) = (mirror, makefile(&line)) {
        // Cargo compiles again when a file changes that is named here.
        let text = std::fs::read_to_string(&makefile).unwrap_or_default();
        if !text.is_empty() {
            std::fs::write(makefile, mirror.translate(&text))?;
        }
    }
    Ok(code)
}

/// The crate as a library with all bodies, whatever it was.
fn as_library(mut line: CommandLine) -> CommandLine {
    line.remove("--crate-type");
    line.remove("--cap-lints");
    // The library that programs run with unwinds.
    line.remove_codegen("panic");
    line.prepend(rustassay_overlay::mir_flags());
    // `main` and the tests are not used in a library; no lint may take offence at that.
    line.push("--cap-lints=allow");
    line
}

/// The crate with its tests.
fn add_tests(line: &mut CommandLine, macros: &Path) -> io::Result<Mirror> {
    line.remove("--test");
    line.prepend(["--cfg=test", "-Aexplicit_builtin_cfgs_in_flags"]);
    let mut named = OsString::from(format!("--extern={}=", macros::CRATE));
    named.push(macros);
    line.push(named);
    let here = std::env::current_dir()?;
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| here.clone(), PathBuf::from);
    let missing = || io::Error::other("cargo does not say where the output goes");
    let folder = makefile(line).ok_or_else(missing)?.with_extension("mirror");
    let source = line.source().map(Path::to_owned).unwrap_or_default();
    let mirror = Mirror::new(here.join(folder), &here, &package, &source, macros::IMPORT.as_bytes())?;
    line.set_source(mirror.source());
    line.push(mirror.remapping());
    Ok(mirror)
}

/// Where the compiler writes which files a crate is made of.
fn makefile(line: &CommandLine) -> Option<PathBuf> {
    let name = line.value("--crate-name")?.to_str()?;
    let extra = line.codegen("extra-filename").unwrap_or_default();
    Some(Path::new(line.value("--out-dir")?).join(format!("{name}{extra}.d")))
}

/// Runs the compiler as cargo would. It needs the user's whole build folder, so nothing keeps it in bounds but cargo.
fn run(command: &mut Command) -> io::Result<ExitCode> {
    let status = command.status()?;
    Ok(status.code().map_or(ExitCode::FAILURE, |code| ExitCode::from(code as u8)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> CommandLine {
        CommandLine::new(text.split(' ').map(OsString::from))
    }

    #[test]
    fn a_binary_becomes_a_library_and_what_cargo_says_comes_later() {
        let line = as_library(line(
            "--crate-name a src/main.rs --crate-type bin -C panic=abort -C overflow-checks=off",
        ));
        let words: Vec<&str> = line.words().filter_map(OsStr::to_str).collect();
        assert!(words.contains(&"--crate-type=lib") && !words.contains(&"bin"), "{words:?}");
        assert_eq!(line.codegen("panic"), None);
        assert_eq!(line.codegen("overflow-checks"), Some("off"));
    }

    #[test]
    fn the_makefile_is_named_for_the_crate() {
        let line = line("--crate-name a src/lib.rs -C extra-filename=-12 --out-dir /t/deps");
        assert_eq!(makefile(&line), Some("/t/deps/a-12.d".into()));
    }
}
