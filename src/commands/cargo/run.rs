//! `cargo rustassay run`: a binary or an example.

use super::options::{CargoOptions, add_values};
use super::{Failure, MachineFlags, Session, profile};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run a binary or an example
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  cargo rustassay run
  cargo rustassay run --example parse -- input.txt

Exit codes:
  0    the program succeeded
  1    it has Undefined Behavior
  2    it uses what the machine does not support
  3    it panicked, aborted or exited with a code other than 0
  4    it reached a limit
  101  the project cannot be compiled")]
#[command(override_usage = "cargo rustassay run [OPTIONS] [-- <ARGS>...]")]
pub struct Args {
    /// The program's arguments
    #[arg(last = true, value_name = "ARGS")]
    program_args: Vec<OsString>,

    /// The binary to run
    #[arg(long, value_name = "NAME")]
    bin: Option<String>,

    /// The example to run
    #[arg(long, value_name = "NAME", conflicts_with = "bin")]
    example: Option<String>,

    /// Write the hottest functions to FILE: a flame graph if it ends with `.svg`, and otherwise stacks with sample counts
    #[arg(long, value_name = "FILE", value_parser = profile::file)]
    profile: Option<PathBuf>,

    #[command(flatten)]
    cargo: CargoOptions,

    #[command(flatten)]
    machine: MachineFlags,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let session = Session::new(args.cargo.cargo(), &args.machine, None, args.profile.as_deref())?;
    let mut words = args.cargo.for_build();
    add_values(&mut words, "--bin", args.bin.as_slice());
    add_values(&mut words, "--example", args.example.as_slice());
    words.push("--".into());
    words.extend(args.program_args.iter().cloned());
    session.run(&["run"], &words)
}
