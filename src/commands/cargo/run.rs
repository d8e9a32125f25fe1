//! `cargo rustassay run`: a binary or an example.

use super::options::{CargoOptions, add_values};
use super::{Failure, MachineFlags, Session, TIMEOUT};
use rustassay_cargo::Cargo;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run a binary or an example
///
/// Exits as `rustassay run` does: with 0 when the program ends well, with 1 when it has Undefined Behavior, with 2 when it uses what
/// the machine does not know, with 3 when a panic reaches `main`, the program aborts or exits with another code than 0, and with 4
/// when a limit is reached. When the project cannot be compiled, the code is 101.
#[derive(clap::Args)]
pub struct Args {
    /// What the program finds in `std::env::args`
    #[arg(last = true, value_name = "ARGS")]
    program_args: Vec<OsString>,

    /// The binary to run
    #[arg(long, value_name = "NAME")]
    bin: Option<String>,

    /// The example to run
    #[arg(long, value_name = "NAME", conflicts_with = "bin")]
    example: Option<String>,

    /// Write the hottest functions: a flame graph if it is an SVG file, and else stacks with their samples
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,

    #[command(flatten)]
    cargo: CargoOptions,

    #[command(flatten)]
    machine: MachineFlags,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let cargo = Cargo::new(args.cargo.for_all_commands());
    let session = Session::new(cargo, &args.machine, TIMEOUT, args.profile.as_deref())?;
    let mut words = args.cargo.for_build();
    add_values(&mut words, "--bin", args.bin.as_slice());
    add_values(&mut words, "--example", args.example.as_slice());
    words.push("--".into());
    words.extend(args.program_args.iter().cloned());
    session.run(&["run"], &words)
}
