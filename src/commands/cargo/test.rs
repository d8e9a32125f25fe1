//! `cargo rustassay test`: unit tests and integration tests.

use super::options::{CargoOptions, add_flags, add_values};
use super::{Build, FAILURE, Failure, MachineFlags, status};
use crate::commands::Status;
use crate::commands::output::{remark, say, tell};
use clap::Parser;
use rustassay_cargo::{
    Artifact, IgnoredTests, TargetKind, TestCase, TestHarness, TestOutcome, TestReport, TestSelection,
    TestSummary,
};
use rustassay_metadata::Crates;
use rustassay_process::{End, ResourceLimits, Scratch, Task};
use std::ffi::OsString;
use std::num::NonZero;
use std::process::ExitCode;
use std::time::Duration;

/// Run unit tests and integration tests
///
/// Each test is a run of its own. What is said of them is what the usual test harness says; a test that has Undefined Behavior
/// fails, and so does one that uses what the machine does not know. Doc tests and benchmarks are not run.
///
/// Exits with 0 when all tests pass, and with 101 otherwise.
#[derive(clap::Args)]
pub struct Args {
    /// Run only tests whose name has this in it
    #[arg(value_name = "TESTNAME")]
    name: Option<String>,

    /// Options of the test harness: filters, `--exact`, `--skip`, `--ignored`, `--include-ignored`, `--list`, `--nocapture`, `--test-threads`
    #[arg(last = true, value_name = "ARGS")]
    harness: Vec<OsString>,

    /// How many seconds of a processor a test may take
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    timeout: u64,

    /// Run the tests of further targets after one had a test that failed
    #[arg(long)]
    no_fail_fast: bool,

    /// Compile the tests, and do not run them
    #[arg(long)]
    no_run: bool,

    /// The library's unit tests
    #[arg(long)]
    lib: bool,

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

    #[command(flatten)]
    cargo: CargoOptions,

    #[command(flatten)]
    machine: MachineFlags,
}

/// The options of libtest that mean something here.
#[derive(Parser)]
#[command(name = "cargo rustassay test --", no_binary_name = true, disable_version_flag = true)]
struct HarnessOptions {
    /// Run only tests whose name has one of these in it
    filters: Vec<String>,

    /// Compare names as a whole
    #[arg(long)]
    exact: bool,

    /// Do not run tests whose name has this in it
    #[arg(long, value_name = "FILTER")]
    skip: Vec<String>,

    /// Run just the ignored tests
    #[arg(long, conflicts_with = "include_ignored")]
    ignored: bool,

    /// Run ignored tests, too
    #[arg(long)]
    include_ignored: bool,

    /// Name the tests, and do not run them
    #[arg(long)]
    list: bool,

    /// Show what tests print even if they pass
    #[arg(long, visible_aliases = ["no-capture", "show-output"])]
    nocapture: bool,

    /// Run so many tests at once; by default as many as there are processors
    #[arg(long, value_name = "N")]
    test_threads: Option<NonZero<usize>>,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let options = HarnessOptions::try_parse_from(&args.harness).map_err(|error| {
        let _ = error.print();
        Failure::Told
    })?;
    let processors = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let harness = TestHarness {
        selection: TestSelection {
            filters: args.name.iter().chain(&options.filters).cloned().collect(),
            skipped: options.skip,
            is_exact: options.exact,
            ignored: match (options.ignored, options.include_ignored) {
                (true, _) => IgnoredTests::Only,
                (_, true) => IgnoredTests::Include,
                _ => IgnoredTests::Skip,
            },
        },
        threads: options.test_threads.unwrap_or(processors),
        shows_output: options.nocapture,
    };
    let build = Build::new(&args.cargo, &args.machine, args.selection())?;
    if args.no_run {
        return Ok(ExitCode::SUCCESS);
    }
    let run = TestRun { build: &build, harness: &harness, args };
    let mut failed = Vec::new();
    for artifact in build.artifacts.iter().filter(|artifact| artifact.is_test) {
        if artifact.kind == TargetKind::Macros {
            remark(&format!(
                "the tests of `{}` are not run: procedural macros are compiled for the compiler, not for the machine",
                artifact.name
            ));
            continue;
        }
        let tests = run.tests(artifact)?;
        if options.list {
            say(&harness.selection.list(tests.as_deref().unwrap_or_default()));
            continue;
        }
        if !args.cargo.is_quiet() {
            tell(&format!("     Running {}\n", run.describe(artifact)));
        }
        let is_ok = match tests {
            Some(tests) => run.run_tests(artifact, &tests).is_ok(),
            None => run.run_main(artifact),
        };
        if !is_ok {
            failed.push(format!("`{}`", run.describe(artifact)));
            if !args.no_fail_fast {
                break;
            }
        }
    }
    let has_library = |artifact: &Artifact| artifact.kind == TargetKind::Library;
    let has_doc_tests = args.targets().is_empty() && build.artifacts.iter().any(has_library);
    if has_doc_tests && !args.cargo.is_quiet() && !options.list {
        remark("doc tests are not run");
    }
    if failed.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    tell(&format!("error: tests failed in {}\n", failed.join(", ")));
    Ok(ExitCode::from(FAILURE))
}

impl Args {
    /// The targets that are named.
    fn targets(&self) -> Vec<OsString> {
        let mut words = Vec::new();
        add_flags(&mut words, [("--lib", self.lib), ("--bins", self.bins), ("--tests", self.tests)]);
        add_values(&mut words, "--bin", &self.bin);
        add_values(&mut words, "--test", &self.test);
        add_values(&mut words, "--example", &self.example);
        words
    }

    /// What cargo is told to compile. With `--profile test`, `cargo check` compiles the tests of what is named.
    fn selection(&self) -> Vec<OsString> {
        let mut words = self.targets();
        if words.is_empty() {
            words.push("--tests".into());
        }
        words.extend(["--profile".into(), "test".into()]);
        words
    }
}

/// The tests of a project at work.
struct TestRun<'a> {
    build: &'a Build,
    harness: &'a TestHarness,
    args: &'a Args,
}

impl TestRun<'_> {
    /// The target, as cargo names it.
    fn describe(&self, artifact: &Artifact) -> String {
        let source = artifact.source.strip_prefix(&artifact.package_folder).unwrap_or(&artifact.source);
        let kind = match artifact.kind {
            TargetKind::Test => "",
            _ => "unittests ",
        };
        format!("{kind}{} ({})", source.display(), artifact.package)
    }

    /// The tests of a target; nothing if it has a harness of its own.
    fn tests(&self, artifact: &Artifact) -> Result<Option<Vec<TestCase>>, Failure> {
        let files = self.build.crate_files(artifact);
        let tests = Crates::open(&files).and_then(|crates| TestCase::all(&crates));
        tests
            .map_err(|error| Failure::Other(format!("cannot read the tests of `{}`: {error}", artifact.name)))
    }

    fn run_tests(&self, artifact: &Artifact, tests: &[TestCase]) -> TestSummary {
        self.harness
            .run(tests, |test| self.run_function(artifact, Some(&test.function)), &mut |text| say(text))
    }

    /// Runs a target with a harness of its own: its `main`.
    fn run_main(&self, artifact: &Artifact) -> bool {
        let report = self.run_function(artifact, None);
        say(&report.output);
        report.outcome == TestOutcome::Passed
    }

    /// Runs a function in a process of its own, so that one that takes too long harms no other.
    fn run_function(&self, artifact: &Artifact, function: Option<&str>) -> TestReport {
        match self.finish(artifact, function) {
            Ok(report) => report,
            Err(why) => TestReport { outcome: TestOutcome::Unsupported, output: format!("error: {why}\n") },
        }
    }

    fn finish(&self, artifact: &Artifact, function: Option<&str>) -> Result<TestReport, String> {
        let own = std::env::current_exe().map_err(|error| format!("cannot find `rustassay`: {error}"))?;
        let scratch =
            Scratch::new().map_err(|error| format!("cannot make a folder for the test: {error}"))?;
        let time = Duration::from_secs(self.args.timeout);
        // Others may use the processors, too; only time on one counts.
        let limits = ResourceLimits { cpu: time, wall: time * 20, ..ResourceLimits::default() };
        let mut task = Task::new(&own, scratch.path()).limits(limits);
        task = task.args(self.build.command_line(artifact, function));
        for name in ["HOME", "XDG_CACHE_HOME", "PATH", "NO_COLOR"] {
            if let Some(value) = std::env::var_os(name) {
                task = task.env(name, value);
            }
        }
        let finished = rustassay_process::run(&task).map_err(|error| error.to_string())?;
        let mut output = String::from_utf8_lossy(&finished.stdout).into_owned();
        output.push_str(&String::from_utf8_lossy(&finished.stderr));
        let code = if let End::Exited(code) = finished.end { status(code) } else { None };
        let outcome = match (code, finished.end) {
            (Some(Status::Success), _) => TestOutcome::Passed,
            (Some(Status::Found), _) => TestOutcome::UndefinedBehavior,
            (Some(Status::Unusable), _) => TestOutcome::Unsupported,
            (Some(Status::Panicked), _) => TestOutcome::Failed,
            (Some(Status::Exhausted), _) => TestOutcome::LimitReached,
            (None, End::Exited(_) | End::Signaled { .. }) => {
                output.push_str(&format!(
                    "error: the machine itself failed, which is a bug of rustassay: {}\n",
                    finished.end
                ));
                TestOutcome::Unsupported
            }
            (None, end) => {
                let hint = if end == End::TimedOut { "; `--timeout` gives it more time" } else { "" };
                output.push_str(&format!("error: the test was {end}{hint}\n"));
                TestOutcome::LimitReached
            }
        };
        Ok(TestReport { outcome, output })
    }
}
