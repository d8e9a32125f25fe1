//! `cargo rustassay test`: unit tests, integration tests and doc tests.

use super::options::{CargoOptions, add_flags, add_values};
use super::{Failure, MachineFlags, Session, TIMEOUT, harness};
use rustassay_cargo::Cargo;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run unit tests, integration tests and doc tests
///
/// Each test is a run of its own. What is said of them is what the usual test harness says; a test that has Undefined Behavior
/// fails, and so does one that uses what the machine does not know. Benchmarks run once.
///
/// Exits with 0 when all tests pass, and with 101 otherwise.
#[derive(clap::Args)]
pub struct Args {
    /// Run only tests whose name has this in it
    #[arg(value_name = "TESTNAME")]
    name: Option<String>,

    /// Options of the test harness: filters, `--exact`, `--skip`, `--ignored`, `--include-ignored`, `--list`, `--nocapture`,
    /// `--show-output`, `--test-threads`, `--format`, `--report-time`
    #[arg(last = true, value_name = "ARGS")]
    harness: Vec<OsString>,

    /// How many seconds of a processor a test may take
    #[arg(long, value_name = "SECONDS", default_value_t = TIMEOUT)]
    timeout: u64,

    /// Write the hottest functions of all tests: a flame graph if it is an SVG file, and else stacks with their samples
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,

    /// Run the tests of further targets after one had a test that failed
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
    // What is wrong with these is better said before everything is compiled.
    harness::check(&args.harness)?;
    let cargo = Cargo::new(args.cargo.for_all_commands());
    let session = Session::new(cargo, &args.machine, args.timeout, args.profile.as_deref())?;
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
