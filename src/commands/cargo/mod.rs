//! `rustassay cargo`, or `cargo rustassay`: Cargo projects on the machine.

mod flags;
mod options;
mod run;
mod test;

use super::Status;
use super::output::complain;
use super::{compilers, ordinary};
use flags::MachineFlags;
use options::CargoOptions;
use rustassay_cargo::{Artifact, Cargo, CargoError, Project};
use rustassay_judge::interpreter::Interpreter;
use rustassay_metadata::CrateFiles;
use rustassay_toolchain::cache_folder;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;
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
}

/// What cargo exits with when it cannot do its work, or a test fails.
const FAILURE: u8 = 101;

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let done = match &args.action {
        Action::Run(args) => run::run(args),
        Action::Test(args) => test::run(args),
    };
    done.unwrap_or_else(|failure| {
        match failure {
            Failure::Cargo(CargoError::Failed { .. }) | Failure::Told => {}
            Failure::Cargo(error) => complain(&error.to_string()),
            Failure::Other(why) => complain(&why),
        }
        ExitCode::from(FAILURE)
    })
}

/// Why nothing can be run.
enum Failure {
    Cargo(CargoError),
    Other(String),
    /// The user knows already.
    Told,
}

impl From<CargoError> for Failure {
    fn from(error: CargoError) -> Failure {
        Failure::Cargo(error)
    }
}

/// A project whose programs are compiled and ready to run.
struct Build {
    project: Project,
    artifacts: Vec<Artifact>,
    interpreter: Interpreter,
    /// What the machine is told.
    flags: Vec<OsString>,
}

impl Build {
    /// Compiles what `selection` names.
    fn new(options: &CargoOptions, flags: &MachineFlags, selection: Vec<OsString>) -> Result<Build, Failure> {
        let flags = flags.with_environment().map_err(|error| {
            // It is about a command line, so that the parser draws it.
            let _ = error.print();
            Failure::Told
        })?;
        let cargo = Cargo::new(options.for_all_commands());
        let project = cargo.project()?;
        let rustc = cargo.rustc()?;
        let toolchain = compilers::the_one(&rustc).ok_or(Failure::Told)?;
        let interpreter =
            ordinary::interpreter(Arc::new(toolchain)).map_err(|error| Failure::Other(error.to_string()))?;
        let selection = [options.for_check(), selection].concat();
        let artifacts =
            project.check(&cargo, interpreter.toolchain(), cache_folder().as_deref(), &selection)?;
        Ok(Build { project, artifacts, interpreter, flags })
    }

    /// All crates of a program.
    fn crate_files(&self, artifact: &Artifact) -> CrateFiles {
        let folders: BTreeSet<&Path> =
            self.artifacts.iter().filter_map(|artifact| artifact.metadata.parent()).collect();
        let folders = folders.into_iter().map(Path::to_owned).collect();
        self.interpreter.crate_files(&artifact.metadata, folders)
    }

    /// The command line of `rustassay` that runs a program of the project, or one function of it.
    fn command_line(&self, artifact: &Artifact, function: Option<&str>) -> Vec<OsString> {
        let mut words: Vec<OsString> = vec!["run".into()];
        words.extend(self.flags.iter().cloned());
        let mut option = |name: &str, value: &Path| words.extend([name.into(), value.as_os_str().to_owned()]);
        option("--sources", &self.project.root);
        let files = self.crate_files(artifact);
        if let Some(folder) = &files.sysroot {
            option("--stock", folder);
        }
        for folder in &files.overlay {
            option("--overlay", folder);
        }
        for folder in &files.dependencies {
            option("-L", folder);
        }
        for (name, value) in [
            ("CARGO_MANIFEST_DIR", artifact.package_folder.to_string_lossy()),
            ("CARGO_PKG_NAME", (&*artifact.package).into()),
        ] {
            words.extend(["--env".into(), format!("{name}={value}").into()]);
        }
        // Frames of these crates are the user's, too.
        let names: BTreeSet<String> =
            self.artifacts.iter().map(|artifact| artifact.name.replace('-', "_")).collect();
        words.extend(names.into_iter().flat_map(|name| ["--users-crate".into(), name.into()]));
        words.extend(function.into_iter().flat_map(|function| ["--entry".into(), function.into()]));
        words.push(artifact.metadata.as_os_str().to_owned());
        words
    }
}

/// What `rustassay run` ended with, by its exit code.
fn status(code: i32) -> Option<Status> {
    [Status::Success, Status::Found, Status::Unusable, Status::Panicked, Status::Exhausted]
        .into_iter()
        .find(|status| *status as i32 == code)
}
