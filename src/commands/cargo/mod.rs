//! `rustassay cargo`, or `cargo rustassay`: Cargo projects on the machine.

mod doc;
mod flags;
mod harness;
mod machine;
mod nextest;
mod options;
mod run;
mod runner;
mod test;

pub use doc::act_as_rustdoc;

use super::output::complain;
use super::{compilers, ordinary, profile};
use flags::MachineFlags;
use rustassay_cargo::{Cargo, CargoError, Project, RunnerSettings};
use rustassay_judge::interpreter::Interpreter;
use rustassay_process::Scratch;
use rustassay_toolchain::cache_folder;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Run the programs and tests of a Cargo project on the abstract machine, and find their Undefined Behavior
///
/// Cargo compiles the project, and everything that it depends on, to metadata in `target/rustassay`; no code is made. The machine
/// is told by the options of `rustassay run`, on the command line or in the variable `RUSTASSAYFLAGS`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Run(Box<run::Args>),
    Test(Box<test::Args>),
    Nextest(nextest::Args),
    #[command(hide = true)]
    Runner(runner::Args),
}

/// What cargo exits with when it cannot do its work, or a test fails.
const FAILURE: u8 = 101;

/// How many seconds of a processor a test may take unless somebody says so.
const TIMEOUT: u64 = 60;

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let done = match &args.action {
        Action::Run(args) => run::run(args),
        Action::Test(args) => test::run(args),
        Action::Nextest(args) => nextest::run(args),
        Action::Runner(args) => runner::run(args),
    };
    done.unwrap_or_else(|failure| failure.code())
}

/// Why nothing can be run.
enum Failure {
    Cargo(CargoError),
    Other(String),
    /// The user knows already.
    Told,
}

impl Failure {
    /// Says it to the user.
    fn code(self) -> ExitCode {
        match self {
            Failure::Cargo(CargoError::Failed { .. }) | Failure::Told => {}
            Failure::Cargo(error) => complain(&error.to_string()),
            Failure::Other(why) => complain(&why),
        }
        ExitCode::from(FAILURE)
    }
}

impl From<CargoError> for Failure {
    fn from(error: CargoError) -> Failure {
        Failure::Cargo(error)
    }
}

/// A project that cargo is about to compile and run.
struct Session {
    cargo: Cargo,
    project: Project,
    interpreter: Interpreter,
    settings: RunnerSettings,
    /// Where profiles of programs go, and the file for all of them.
    profile: Option<(Scratch, PathBuf)>,
}

impl Session {
    fn new(
        cargo: Cargo,
        flags: &MachineFlags,
        timeout: u64,
        profile: Option<&Path>,
    ) -> Result<Session, Failure> {
        let machine_flags = flags.with_environment().map_err(|error| {
            // It is about a command line, so that the parser draws it.
            let _ = error.print();
            Failure::Told
        })?;
        let project = cargo.project()?;
        let toolchain = compilers::the_one(&cargo.rustc()?).ok_or(Failure::Told)?;
        let interpreter =
            ordinary::interpreter(Arc::new(toolchain)).map_err(|error| Failure::Other(error.to_string()))?;
        let profile = match profile {
            None => None,
            Some(file) => {
                let folder = Scratch::new();
                let folder = folder
                    .map_err(|error| Failure::Other(format!("cannot make a folder for profiles: {error}")))?;
                Some((folder, file.to_owned()))
            }
        };
        let files = interpreter.crate_files(Path::new(""), Vec::new());
        let settings = RunnerSettings {
            rustc: interpreter.toolchain().rustc.clone(),
            stock: files.sysroot,
            overlay: files.overlay,
            sources: project.root.clone(),
            users_crates: project.crate_names(),
            machine_flags,
            timeout,
            profiles: profile.as_ref().map(|(folder, _)| folder.path().to_owned()),
        };
        Ok(Session { cargo, project, interpreter, settings, profile })
    }

    /// Runs a command of cargo's to its end.
    fn run(&self, words: &[&str], args: &[OsString]) -> Result<ExitCode, Failure> {
        let toolchain = self.interpreter.toolchain();
        let cache = cache_folder();
        let mut command =
            self.project.command(&self.cargo, words, toolchain, cache.as_deref(), &self.settings)?;
        let status = command.args(args).status();
        let status = status.map_err(|error| {
            Failure::Other(format!("cannot run `{}`: {error}", self.cargo.program.display()))
        })?;
        if let Some((folder, file)) = &self.profile {
            profile::merge(folder.path(), file).map_err(Failure::Other)?;
        }
        Ok(status.code().map_or(ExitCode::FAILURE, |code| ExitCode::from(code as u8)))
    }
}
