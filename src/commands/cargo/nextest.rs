//! `cargo rustassay nextest`: tests by cargo-nextest.

use super::{Failure, MachineFlags, Session, TIMEOUT};
use rustassay_cargo::Cargo;
use std::ffi::OsString;
use std::process::ExitCode;

/// Run unit tests and integration tests with cargo-nextest, which must be installed
///
/// The words that follow are those of `cargo nextest`. The machine is told by the variable `RUSTASSAYFLAGS`.
#[derive(clap::Args)]
pub struct Args {
    /// What nextest is to do: `run` or `list`
    #[arg(value_parser = ["run", "list", "r"], value_name = "ACTION")]
    action: String,

    /// Options of nextest
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    args: Vec<OsString>,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let session = Session::new(Cargo::new(Vec::new()), &MachineFlags::default(), TIMEOUT, None)?;
    session.run(&["nextest", &args.action], &args.args)
}
