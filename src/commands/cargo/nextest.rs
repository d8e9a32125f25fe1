//! `cargo rustassay nextest`: tests by cargo-nextest.

use super::{Failure, MachineFlags, Session, TIMEOUT};
use rustassay_cargo::Cargo;
use std::ffi::OsString;
use std::process::ExitCode;

/// Run unit tests and integration tests with cargo-nextest, which must be installed
///
/// Further words are options of `cargo nextest`. Options of the machine are in the variable `RUSTASSAYFLAGS`.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  cargo rustassay nextest run
  cargo rustassay nextest list

Exit codes:
  0    all tests passed, or are listed
  100  a test failed")]
#[command(override_usage = "cargo rustassay nextest <ACTION> [ARGS]...")]
pub struct Args {
    /// What nextest does: `run` or `list`
    #[arg(value_parser = ["run", "list", "r"], value_name = "ACTION")]
    action: String,

    /// Options of nextest
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    args: Vec<OsString>,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let session = Session::new(Cargo::new(Vec::new()), &MachineFlags::default(), Some(TIMEOUT), None)?;
    session.run(&["nextest", &args.action], &args.args)
}
