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
pub use runner::act_as_runner;

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
use std::time::Duration;

/// Run the programs and tests of a Cargo project on the abstract machine, and detect Undefined Behavior
///
/// Cargo compiles the project and its dependencies to metadata in `target/rustassay`; no code is made. The options of the machine
/// are those of `rustassay run`, on the command line or in the variable `RUSTASSAYFLAGS`.
#[derive(clap::Args)]
#[command(display_name = "cargo-rustassay", override_usage = "cargo rustassay <COMMAND>")]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Run(Box<run::Args>),
    Test(Box<test::Args>),
    Nextest(nextest::Args),
}

/// The exit code of cargo when it cannot do its work, or a test fails.
const FAILURE: u8 = 101;

/// How many seconds of processor time a test may take by default.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let done = match &args.action {
        Action::Run(args) => run::run(args),
        Action::Test(args) => test::run(args),
        Action::Nextest(args) => nextest::run(args),
    };
    done.unwrap_or_else(Failure::report)
}

/// Why nothing can run.
enum Failure {
    Cargo(CargoError),
    /// A command line is wrong, or asks for help.
    Words(clap::Error),
    Other(String),
    /// Something that the user has read already.
    Reported,
}

impl Failure {
    /// Tells the user, and returns the exit code.
    fn report(self) -> ExitCode {
        match self {
            Failure::Cargo(CargoError::Failed { .. }) | Failure::Reported => {}
            Failure::Cargo(error) => complain(&error.to_string()),
            Failure::Words(error) => {
                // The parser formats its own errors.
                let _ = error.print();
                if error.exit_code() == 0 {
                    return ExitCode::SUCCESS;
                }
            }
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

/// A project, and all that is needed to make cargo compile and run it.
struct Session {
    cargo: Cargo,
    project: Project,
    interpreter: Interpreter,
    settings: RunnerSettings,
    /// What the program's crates are configured with.
    cfgs: Vec<String>,
    /// The folder for profiles of programs, and the file for all of them.
    profile: Option<(Scratch, PathBuf)>,
}

impl Session {
    /// A session with options of the machine, with a time limit for programs that have no other, and with a file for the profile.
    fn new(
        cargo: Cargo,
        flags: &MachineFlags,
        default_timeout: Option<Duration>,
        profile: Option<&Path>,
    ) -> Result<Session, Failure> {
        let options = flags.with_environment().map_err(Failure::Words)?;
        let project = cargo.project()?;
        let toolchain = compilers::the_one(&cargo.rustc()?).ok_or(Failure::Reported)?;
        cargo.check_target(&toolchain.host).map_err(Failure::Other)?;
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
            machine_flags: options.words,
            timeout: options.timeout.or(default_timeout),
            profiles: profile.as_ref().map(|(folder, _)| folder.path().to_owned()),
        };
        Ok(Session { cargo, project, interpreter, settings, cfgs: options.cfgs, profile })
    }

    /// Runs a command of cargo's to its end.
    fn run(&self, words: &[&str], args: &[OsString]) -> Result<ExitCode, Failure> {
        let toolchain = self.interpreter.toolchain();
        let cache = cache_folder();
        let mut command = self.project.command(
            &self.cargo,
            words,
            toolchain,
            cache.as_deref(),
            &self.cfgs,
            &self.settings,
        )?;
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
