//! What cargo and cargo-nextest start in place of a program of the project.

use super::machine::{Launch, current_folder, profile_file, variables};
use super::{Failure, harness};
use crate::commands::interrupt;
use crate::commands::output::remark;
use rustassay_cargo::{CompiledProgram, RunnerSettings, TestCase};
use rustassay_metadata::{CrateFiles, Crates};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Runs a program, if cargo started this process in its place, as `rustassay cargo runner PROGRAM ARGS...`. The arguments are the
/// program's own, so that nothing else may read them.
pub fn act_as_runner() -> Option<ExitCode> {
    let settings = RunnerSettings::from_environment()?;
    let mut words = std::env::args_os().skip(1);
    if words.next()? != "cargo" || words.next()? != "runner" {
        return None;
    }
    let file = PathBuf::from(words.next()?);
    Some(run(&settings, &file, &words.collect::<Vec<_>>()).unwrap_or_else(Failure::report))
}

fn run(settings: &RunnerSettings, file: &Path, args: &[OsString]) -> Result<ExitCode, Failure> {
    interrupt::listen().map_err(Failure::Other)?;
    let program = CompiledProgram::read(file)
        .map_err(|error| Failure::Other(format!("cannot run `{}`: {error}", file.display())))?;
    let Some(program) = program else {
        remark(&format!(
            "the tests in `{}` do not run: procedural macros are compiled for the compiler, not for the machine",
            file.file_stem().unwrap_or_default().display()
        ));
        return Ok(ExitCode::SUCCESS);
    };
    let launch =
        Launch { settings, program: &program, name: file.as_os_str().to_owned(), folder: current_folder() };
    match program.has_tests {
        true => {
            let tests = tests(settings, &program.metadata, &program.folders)?;
            harness::list_or_run(args, &tests, |test| launch.test(Some(test)))
        }
        false => run_main(&launch, args),
    }
}

/// Runs `main` as cargo would.
fn run_main(launch: &Launch<'_>, args: &[OsString]) -> Result<ExitCode, Failure> {
    let own = std::env::current_exe()
        .map_err(|error| Failure::Other(format!("cannot find `rustassay`: {error}")))?;
    let mut command = Command::new(own);
    command.args(launch.command_line(None)).env_clear().envs(variables());
    if let Some(file) = profile_file(launch.settings) {
        command.arg("--profile").arg(file);
    }
    let status = command.arg("--").args(args).status();
    let status = status.map_err(|error| Failure::Other(format!("cannot run the machine: {error}")))?;
    Ok(status.code().map_or(ExitCode::FAILURE, |code| ExitCode::from(code as u8)))
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
