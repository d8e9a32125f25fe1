//! What cargo starts in rustc's place.
//!
//! Cargo decides what is compiled, in which order, with which options and what is still fresh. The wrapper only sees to it that
//! the crates of the program become libraries whose metadata has all bodies, and that no code is made:
//!
//! - It leaves alone what is compiled for the host (build scripts, procedural macros and what they use), and what is not compiled
//!   at all. A build script that tries what the compiler can do gets the answers of a stable compiler.
//! - A binary is compiled as a library, since rustc writes no metadata of binaries. In its place is a [`CompiledProgram`]. In the
//!   place of a library's code is an empty file.
//! - So is a test target, with `cfg(test)`. Without `--test`, the library's `#[test]` would remove the functions; [`crate::facade`]
//!   takes its place.

use crate::CompiledProgram;
use crate::command_line::CommandLine;
use crate::facade::Facade;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX, EXE_SUFFIX};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The variable that only cargo and what it starts has: where the [`Facade`] is.
pub(crate) const VARIABLE: &str = "RUSTASSAY_FACADE";

/// Does the work of rustc, with what is said above, if cargo started this process for that; nothing otherwise.
pub fn act_as_compiler() -> Option<ExitCode> {
    let facade = Facade { folder: std::env::var_os(VARIABLE)?.into() };
    let mut words = std::env::args_os().skip(1);
    let rustc = words.next().filter(|word| std::env::var_os("RUSTC").as_ref() == Some(word))?;
    let done = CommandLine::expand(words).and_then(|line| compile(&rustc, line, &facade));
    Some(done.unwrap_or_else(|error| {
        eprintln!("error: rustassay cannot compile this crate: {error}");
        ExitCode::FAILURE
    }))
}

impl CommandLine {
    /// Reads a command line, of which parts may be in files, one word a line: `@FILE`.
    pub(crate) fn expand(words: impl Iterator<Item = OsString>) -> io::Result<CommandLine> {
        let mut all = Vec::new();
        for word in words {
            match word.to_str().and_then(|text| text.strip_prefix('@')) {
                Some(file) => all.extend(fs::read_to_string(file)?.lines().map(OsString::from)),
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

fn compile(rustc: &OsStr, line: CommandLine, facade: &Facade) -> io::Result<ExitCode> {
    if !is_of_program(&line) {
        return run(Command::new(rustc).args(line.words()));
    }
    let outputs = Outputs::of(&line);
    let panic_aborts = line.codegen("panic") == Some("abort");
    let is_test = line.has("--test");
    let mut line = as_library(line);
    if is_test {
        add_tests(&mut line, facade);
    }
    // Only this compiler takes unstable options; the environment of build scripts stays as it is.
    let code = run(Command::new(rustc).args(line.words()).env("RUSTC_BOOTSTRAP", "1"))?;
    if code == ExitCode::SUCCESS
        && let Some(outputs) = outputs
    {
        outputs.write(&line, is_test, panic_aborts)?;
    }
    Ok(code)
}

/// The crate as a library with all bodies, whatever it was.
pub(crate) fn as_library(mut line: CommandLine) -> CommandLine {
    line.remove("--crate-type");
    line.remove("--cap-lints");
    line.remove("--emit");
    line.prepend(rustassay_overlay::mir_flags());
    line.push("--emit=dep-info,metadata");
    // `main` and the tests are not used in a library; no lint may take offence at that.
    line.push("--cap-lints=allow");
    line.use_metadata_of_dependencies();
    line
}

impl CommandLine {
    /// Names the metadata of dependencies in place of their code, of which there is none.
    pub(crate) fn use_metadata_of_dependencies(&mut self) {
        self.change_values("--extern", |value| {
            let text = value.to_str()?;
            let metadata = Path::new(text.split_once('=')?.1).with_extension("rmeta");
            let name = text.split_once('=')?.0;
            metadata.is_file().then(|| format!("{name}={}", metadata.display()).into())
        });
    }
}

/// The crate with its tests.
pub(crate) fn add_tests(line: &mut CommandLine, facade: &Facade) {
    line.remove("--test");
    line.prepend(["--cfg=test", "-Aexplicit_builtin_cfgs_in_flags"]);
    facade.add_to(line);
}

/// The files that cargo expects besides metadata. If one is missing, it compiles the crate again each time.
#[derive(PartialEq, Eq, Debug)]
struct Outputs {
    folder: PathBuf,
    /// The name of the crate with what cargo adds to it.
    stem: String,
    has_executable: bool,
    /// Libraries, by their names.
    libraries: Vec<String>,
}

impl Outputs {
    fn of(line: &CommandLine) -> Option<Outputs> {
        let emits_code = line.values("--emit").filter_map(OsStr::to_str).any(|kinds| kinds.contains("link"));
        let name = line.value("--crate-name")?.to_str()?;
        let folder = PathBuf::from(line.value("--out-dir")?);
        let stem = format!("{name}{}", line.codegen("extra-filename").unwrap_or_default());
        let kinds = line.values("--crate-type").filter_map(OsStr::to_str).flat_map(|kinds| kinds.split(','));
        let kinds: Vec<&str> = kinds.collect();
        let has_executable = line.has("--test") || kinds.contains(&"bin") || kinds.is_empty();
        let library = |kind: &&str| match *kind {
            "lib" | "rlib" => Some(format!("lib{stem}.rlib")),
            "dylib" | "cdylib" => Some(format!("{DLL_PREFIX}{stem}{DLL_SUFFIX}")),
            "staticlib" => Some(format!("lib{stem}.a")),
            _ => None,
        };
        let libraries = if has_executable { Vec::new() } else { kinds.iter().filter_map(library).collect() };
        emits_code.then_some(Outputs { folder, stem, has_executable, libraries })
    }

    fn write(&self, line: &CommandLine, has_tests: bool, panic_aborts: bool) -> io::Result<()> {
        let here = std::env::current_dir()?;
        for library in &self.libraries {
            fs::write(self.folder.join(library), "")?;
        }
        if self.has_executable {
            let folder = here.join(&self.folder);
            let program = CompiledProgram {
                metadata: folder.join(format!("lib{}.rmeta", self.stem)),
                folders: line.folders().into_iter().map(|folder| here.join(folder)).collect(),
                package: std::env::var("CARGO_PKG_NAME").unwrap_or_default(),
                package_folder: std::env::var_os("CARGO_MANIFEST_DIR")
                    .map_or_else(|| here.clone(), PathBuf::from),
                has_tests,
                panic_aborts,
            };
            program.write(&folder.join(format!("{}{EXE_SUFFIX}", self.stem)))?;
        }
        Ok(())
    }
}

impl CommandLine {
    /// The folders that the compiler looks for crates in.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        let folder = |value: &OsStr| {
            let text = value.to_str()?;
            match text.split_once('=') {
                Some(("dependency" | "all" | "crate", folder)) => Some(PathBuf::from(folder)),
                Some(_) => None,
                None => Some(PathBuf::from(text)),
            }
        };
        let named = self
            .values("--extern")
            .filter_map(|value| Path::new(value.to_str()?.split_once('=')?.1).parent().map(Path::to_owned));
        let mut folders: Vec<PathBuf> = self.values("-L").filter_map(folder).chain(named).collect();
        folders.sort();
        folders.dedup();
        folders
    }
}

/// Runs the compiler as cargo would. It needs the user's whole build folder, so nothing keeps it in bounds but cargo.
pub(crate) fn run(command: &mut Command) -> io::Result<ExitCode> {
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
            "--crate-name a src/main.rs --crate-type bin --emit=dep-info,link -C panic=abort -C overflow-checks=off",
        ));
        let words: Vec<&str> = line.words().filter_map(OsStr::to_str).collect();
        assert!(words.contains(&"--crate-type=lib") && !words.contains(&"bin"), "{words:?}");
        assert!(words.contains(&"--emit=dep-info,metadata"), "{words:?}");
        assert_eq!(line.codegen("panic"), Some("abort"));
        assert_eq!(line.codegen("overflow-checks"), Some("off"));
    }

    #[test]
    fn cargo_finds_the_files_that_it_expects() {
        let outputs = |text: &str| {
            let ending = "--emit=dep-info,metadata,link -C extra-filename=-12 --out-dir /t/deps";
            Outputs::of(&line(&format!("--crate-name a src/lib.rs {text} {ending}"))).expect("it emits code")
        };
        assert_eq!(outputs("--crate-type lib").libraries, ["liba-12.rlib"]);
        assert!(!outputs("--crate-type lib").has_executable);
        assert!(outputs("--crate-type lib --test").has_executable);
        assert!(outputs("--crate-type bin").has_executable);
        let both = outputs("--crate-type cdylib --crate-type rlib").libraries;
        assert_eq!(both, [format!("{DLL_PREFIX}a-12{DLL_SUFFIX}"), "liba-12.rlib".to_owned()]);
        let check = line("--crate-name a --crate-type lib --emit=dep-info,metadata --out-dir /t src/lib.rs");
        assert_eq!(Outputs::of(&check), None);
    }

    #[test]
    fn dependencies_are_found_where_the_compiler_finds_them() {
        let line = line("a.rs -L dependency=/t/deps -L native=/usr/lib --extern b=/t/other/libb.rmeta -L/x");
        assert_eq!(line.folders(), [Path::new("/t/deps"), Path::new("/t/other"), Path::new("/x")]);
    }
}
