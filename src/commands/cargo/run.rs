//! `cargo rustassay run`: a binary or an example.

use super::options::{CargoOptions, add_values};
use super::{Build, Failure, MachineFlags};
use std::process::{Command, ExitCode};

/// Run a binary or an example
///
/// Exits as `rustassay run` does: with 0 when the program ends well, with 1 when it has Undefined Behavior, with 2 when it uses what
/// the machine does not know, with 3 when a panic reaches `main`, the program aborts or exits with another code than 0, and with 4
/// when a limit is reached. When the project cannot be compiled, the code is 101.
#[derive(clap::Args)]
pub struct Args {
    /// What the program finds in `std::env::args`
    #[arg(last = true, value_name = "ARGS")]
    program_args: Vec<String>,

    /// The binary to run
    #[arg(long, value_name = "NAME")]
    bin: Option<String>,

    /// The example to run
    #[arg(long, value_name = "NAME", conflicts_with = "bin")]
    example: Option<String>,

    #[command(flatten)]
    cargo: CargoOptions,

    #[command(flatten)]
    machine: MachineFlags,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut selection = Vec::new();
    add_values(&mut selection, "--bin", args.bin.as_slice());
    add_values(&mut selection, "--example", args.example.as_slice());
    if selection.is_empty() {
        selection.push("--bins".into());
    }
    let build = Build::new(&args.cargo, &args.machine, selection)?;
    let program = build.project.program(&build.artifacts)?;
    let own = std::env::current_exe()
        .map_err(|error| Failure::Other(format!("cannot find `rustassay`: {error}")))?;
    let mut command = Command::new(own);
    command.args(build.command_line(program, None)).arg("--").args(&args.program_args);
    let status =
        command.status().map_err(|error| Failure::Other(format!("cannot run the machine: {error}")))?;
    Ok(status.code().map_or(ExitCode::FAILURE, |code| ExitCode::from(code as u8)))
}
