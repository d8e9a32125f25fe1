//! `cargo rustassay test`: unit tests, integration tests and doc tests.

use super::options::{CargoOptions, add_flags, add_values};
use super::{Failure, MachineFlags, Session, TIMEOUT, harness, profile};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run unit tests, integration tests and doc tests
///
/// Each test is a run of its own, and is reported as libtest does. A test also fails if it has Undefined Behavior, if
/// it uses what the machine does not support, or if it takes longer than `--timeout`. Benchmarks run once.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  cargo rustassay test
  cargo rustassay test parser -- --skip slow
  cargo rustassay test --workspace --aliasing stacked

Exit codes:
  0    all tests passed
  101  a test failed, or the project cannot be compiled")]
#[command(override_usage = "cargo rustassay test [OPTIONS] [TESTNAME] [-- <ARGS>...]")]
pub struct Args {
    /// Run only tests whose name contains this
    #[arg(value_name = "TESTNAME")]
    name: Option<String>,

    /// Options of the test harness; `cargo rustassay test -- --help` lists them
    #[arg(last = true, value_name = "ARGS")]
    harness: Vec<OsString>,

    /// Write the hottest functions of all tests to FILE: a flame graph if it ends with `.svg`, and otherwise stacks with sample counts
    #[arg(long, value_name = "FILE", value_parser = profile::file)]
    profile: Option<PathBuf>,

    /// Run the tests of all targets, also after a test failed
    #[arg(long)]
    no_fail_fast: bool,

    /// Compile the tests, and do not run them
    #[arg(long)]
    no_run: bool,

    /// The library's unit tests
    #[arg(long)]
    lib: bool,

    /// The library's doc tests
    #[arg(long)]
    doc: bool,

    /// The unit tests of a binary
    #[arg(long, value_name = "NAME")]
    bin: Vec<String>,

    /// The unit tests of all binaries
    #[arg(long)]
    bins: bool,

    /// An integration test
    #[arg(long, value_name = "NAME")]
    test: Vec<String>,

    /// All targets that have tests by default
    #[arg(long)]
    tests: bool,

    /// The tests of an example
    #[arg(long, value_name = "NAME")]
    example: Vec<String>,

    /// The tests of all examples
    #[arg(long)]
    examples: bool,

    /// A target with benchmarks, each of which runs once
    #[arg(long, value_name = "NAME")]
    bench: Vec<String>,

    /// All targets with benchmarks
    #[arg(long)]
    benches: bool,

    /// All targets but doc tests
    #[arg(long)]
    all_targets: bool,

    #[command(flatten)]
    cargo: CargoOptions,

    #[command(flatten)]
    machine: MachineFlags,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    // So that an error in them is reported before everything is compiled.
    harness::check(&args.harness)?;
    let session = Session::new(args.cargo.cargo(), &args.machine, Some(TIMEOUT), args.profile.as_deref())?;
    let mut words = args.cargo.for_build();
    let flags = [
        ("--lib", args.lib),
        ("--doc", args.doc),
        ("--bins", args.bins),
        ("--tests", args.tests),
        ("--examples", args.examples),
        ("--benches", args.benches),
        ("--all-targets", args.all_targets),
        ("--no-fail-fast", args.no_fail_fast),
        ("--no-run", args.no_run),
    ];
    add_flags(&mut words, flags);
    add_values(&mut words, "--bin", &args.bin);
    add_values(&mut words, "--test", &args.test);
    add_values(&mut words, "--example", &args.example);
    add_values(&mut words, "--bench", &args.bench);
    words.push("--".into());
    words.extend(args.name.iter().map(OsString::from));
    words.extend(args.harness.iter().cloned());
    session.run(&["test"], &words)
}
