//! What cargo starts in place of rustc.
//!
//! Cargo decides what is compiled, in which order, with which options, and what is still fresh. The wrapper makes the crates of the
//! program libraries whose metadata has all bodies, and makes no code:
//!
//! - It changes nothing about what is compiled for the host (build scripts, procedural macros and what they use), nor about questions
//!   to the compiler. So a build script that probes the compiler finds a stable one.
//! - A binary is compiled as a library, since rustc writes no metadata of binaries. In its place is a [`CompiledProgram`]. In the
//!   place of a library's code is an empty file.
//! - So is a test target, with `cfg(test)`. Without `--test`, the library's `#[test]` would remove the functions; [`crate::facade`]
//!   takes its place.

use crate::command_line::CommandLine;
use crate::facade::Facade;
use crate::{CargoError, CompiledProgram};
use serde::{Deserialize, Serialize};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX, EXE_SUFFIX};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The variable of the environment that holds the settings.
pub(crate) const VARIABLE: &str = "RUSTASSAY_WRAPPER";

/// What the processes know that cargo starts in place of rustc and rustdoc.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct WrapperSettings {
    /// The folder of the [`Facade`].
    pub facade: PathBuf,
    /// What the program's crates are configured with, as by `--cfg`.
    pub cfgs: Vec<String>,
}

impl WrapperSettings {
    /// The name and the value of the variable.
    pub fn variable(&self) -> Result<(&'static str, String), CargoError> {
        serde_json::to_string(self).map(|value| (VARIABLE, value)).map_err(CargoError::Setting)
    }

    /// The settings of this process, if cargo started it.
    pub fn from_environment() -> Option<WrapperSettings> {
        serde_json::from_str(&std::env::var(VARIABLE).ok()?).ok()
    }

    pub fn facade(&self) -> Facade {
        Facade { folder: self.facade.clone() }
    }

    /// Adds the configuration to a command line of rustc or rustdoc.
    pub fn configure(&self, line: &mut CommandLine) {
        for cfg in &self.cfgs {
            line.push(format!("--cfg={cfg}"));
        }
        if !self.cfgs.is_empty() {
            // rustc objects to `--cfg miri`, as to others that usually come from elsewhere.
            line.push("-Aexplicit_builtin_cfgs_in_flags");
        }
    }
}

/// Does the work of rustc, with the changes above, if cargo started this process in its place.
pub fn act_as_compiler() -> Option<ExitCode> {
    let settings = WrapperSettings::from_environment()?;
    // For crates of the workspace we are two wrappers, of which one wraps the other.
    let [wrapper, rustc] = ["RUSTC_WORKSPACE_WRAPPER", "RUSTC"].map(std::env::var_os);
    let mut words = std::env::args_os().skip(1).skip_while(|word| wrapper.as_ref() == Some(word));
    let rustc = words.next().filter(|word| rustc.as_ref() == Some(word))?;
    let done = CommandLine::expand(words).and_then(|line| compile(&rustc, line, &settings));
    Some(done.unwrap_or_else(|error| {
        eprintln!("error: rustassay cannot compile this crate: {error}");
        ExitCode::FAILURE
    }))
}

impl CommandLine {
    /// Reads a command line. For `@FILE`, the lines of the file are words.
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

/// What rustc is asked to do.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Job {
    /// To compile a crate of the program.
    Crate,
    /// To say how the program's target is configured.
    Configuration,
    /// Something for the host, or another question.
    Other,
}

impl Job {
    /// `is_build` is whether cargo compiles a crate, and does not just ask something.
    fn of(line: &CommandLine, is_build: bool) -> Job {
        let is_macro = line.values("--crate-type").any(|kind| kind == "proc-macro");
        match (line.has("--target"), line.has("--print")) {
            (true, false) if is_build && !is_macro && line.source().is_some() => Job::Crate,
            (true, true) if line.values("--print").any(|what| what == "cfg") => Job::Configuration,
            _ => Job::Other,
        }
    }
}

fn compile(rustc: &OsStr, mut line: CommandLine, settings: &WrapperSettings) -> io::Result<ExitCode> {
    let is_build = std::env::var_os("CARGO_CRATE_NAME").is_some();
    match Job::of(&line, is_build) {
        Job::Crate => {}
        Job::Configuration => {
            settings.configure(&mut line);
            return run(Command::new(rustc).args(line.words()));
        }
        Job::Other => return run(Command::new(rustc).args(line.words())),
    }
    let outputs = Outputs::of(&line);
    let is_test = line.has("--test");
    let mut line = as_library(line);
    settings.configure(&mut line);
    if is_test {
        add_tests(&mut line, &settings.facade());
    }
    // Only this compiler takes unstable options; the environment of build scripts does not change.
    let code = run(Command::new(rustc).args(line.words()).env("RUSTC_BOOTSTRAP", "1"))?;
    if code == ExitCode::SUCCESS
        && let Some(outputs) = outputs
    {
        outputs.write(&line, is_test)?;
    }
    Ok(code)
}

/// The same crate as a library with all bodies.
pub(crate) fn as_library(mut line: CommandLine) -> CommandLine {
    line.remove("--crate-type");
    line.remove("--cap-lints");
    line.remove("--emit");
    line.prepend(rustassay_overlay::mir_flags());
    line.push("--emit=dep-info,metadata");
    // Nothing in a library uses `main` and the tests, and no lint should say so.
    line.push("--cap-lints=allow");
    line.use_metadata_of_dependencies();
    line
}

impl CommandLine {
    /// Names the metadata of dependencies in place of their code, which does not exist.
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

    fn write(&self, line: &CommandLine, has_tests: bool) -> io::Result<()> {
        let here = std::env::current_dir()?;
        for library in &self.libraries {
            fs::write(self.folder.join(library), "")?;
        }
        if self.has_executable {
            let folder = here.join(&self.folder);
            let program = CompiledProgram {
                metadata: folder.join(format!("lib{}.rmeta", self.stem)),
                folders: line.folders().into_iter().map(|folder| here.join(folder)).collect(),
                has_tests,
                flags: line.machine_flags(),
            };
            program.write(&folder.join(format!("{}{EXE_SUFFIX}", self.stem)))?;
        }
        Ok(())
    }
}

impl CommandLine {
    /// The flags that the machine has to know, too: whether a panic aborts, and whether library code checks for overflow where the
    /// program instantiates it.
    pub(crate) fn machine_flags(&self) -> Vec<String> {
        let mut flags = Vec::new();
        if self.codegen("panic") == Some("abort") {
            flags.push("-Cpanic=abort".to_owned());
        }
        if !rustassay_overlay::checks_overflow(self.words().filter_map(OsStr::to_str)) {
            flags.push("-Coverflow-checks=off".to_owned());
        }
        flags
    }

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

/// Runs the compiler as cargo would. It needs the user's whole build folder, so it runs without limits.
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
    fn only_crates_of_the_program_are_changed() {
        let job = |text: &str| Job::of(&line(text), true);
        assert_eq!(job("--crate-name a src/lib.rs --crate-type lib --target t"), Job::Crate);
        assert_eq!(job("--crate-name a src/lib.rs --crate-type proc-macro --target t"), Job::Other);
        assert_eq!(job("--crate-name build_script_build build.rs --crate-type bin"), Job::Other);
        let question = line("- --crate-name ___ --print=file-names --crate-type bin --target t --print=cfg");
        assert_eq!(Job::of(&question, false), Job::Configuration);
        assert_eq!(Job::of(&line("-vV"), false), Job::Other);
        let probe = line("--crate-name probe --crate-type=lib --emit=metadata --target t -");
        assert_eq!(Job::of(&probe, false), Job::Other);
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
    fn the_machine_does_as_the_compiler() {
        let flags = |text: &str| line(text).machine_flags();
        assert_eq!(flags("a.rs"), [""; 0]);
        assert_eq!(flags("a.rs -C panic=abort"), ["-Cpanic=abort"]);
        assert_eq!(flags("a.rs -C opt-level=3"), ["-Coverflow-checks=off"]);
        assert_eq!(flags("a.rs -C opt-level=3 -C debug-assertions=on"), [""; 0]);
    }

    #[test]
    fn dependencies_are_found_where_the_compiler_finds_them() {
        let line = line("a.rs -L dependency=/t/deps -L native=/usr/lib --extern b=/t/other/libb.rmeta -L/x");
        assert_eq!(line.folders(), [Path::new("/t/deps"), Path::new("/t/other"), Path::new("/x")]);
    }
}
