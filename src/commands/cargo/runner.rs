//! What cargo and cargo-nextest start in place of a program of the project.

use super::{Failure, harness, machine};
use crate::commands::output::remark;
use rustassay_cargo::{CompiledProgram, RunnerSettings, TestCase};
use rustassay_metadata::{CrateFiles, Crates};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Run a program that was compiled by `cargo rustassay`
#[derive(clap::Args)]
pub struct Args {
    /// The file that stands for it
    program: PathBuf,

    /// What it is given
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<OsString>,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let settings = RunnerSettings::from_environment();
    let settings = settings.ok_or_else(|| Failure::Other("only cargo starts this".to_owned()))?;
    let program = CompiledProgram::read(&args.program)
        .map_err(|error| Failure::Other(format!("cannot run `{}`: {error}", args.program.display())))?;
    let Some(program) = program else {
        remark(&format!(
            "the tests in `{}` are not run: procedural macros are compiled for the compiler, not for the machine",
            args.program.file_stem().unwrap_or_default().display()
        ));
        return Ok(ExitCode::SUCCESS);
    };
    match program.has_tests {
        true => run_tests(&settings, &program, &args.args),
        false => run_main(&settings, &program, &args.args),
    }
}

/// Runs `main` as cargo would, with what it is given.
fn run_main(
    settings: &RunnerSettings,
    program: &CompiledProgram,
    args: &[OsString],
) -> Result<ExitCode, Failure> {
    let own = std::env::current_exe()
        .map_err(|error| Failure::Other(format!("cannot find `rustassay`: {error}")))?;
    let mut command = Command::new(own);
    command.args(machine::command_line(settings, program, None));
    if let Some(file) = machine::profile_file(settings) {
        command.arg("--profile").arg(file);
    }
    let status = command.arg("--").args(args).status();
    let status = status.map_err(|error| Failure::Other(format!("cannot run the machine: {error}")))?;
    Ok(status.code().map_or(ExitCode::FAILURE, |code| ExitCode::from(code as u8)))
}

fn run_tests(
    settings: &RunnerSettings,
    program: &CompiledProgram,
    words: &[OsString],
) -> Result<ExitCode, Failure> {
    let tests = tests(settings, &program.metadata, &program.folders)?;
    harness::list_or_run(words, &tests, |test| {
        machine::test_function(settings, program, Some(&test.function))
    })
}

/// The tests of a crate.
pub fn tests(
    settings: &RunnerSettings,
    metadata: &Path,
    folders: &[PathBuf],
) -> Result<Vec<TestCase>, Failure> {
    let files = CrateFiles {
        root: metadata.to_owned(),
        dependencies: folders.to_owned(),
        sysroot: settings.stock.clone(),
        overlay: settings.overlay.clone(),
    };
    let tests = Crates::open(&files).and_then(|crates| TestCase::all(&crates));
    tests.map_err(|error| {
        Failure::Other(format!("cannot read the tests of `{}`: {error}", metadata.display()))
    })
}
