//! What cargo starts in place of rustdoc, for doc tests.

use super::machine::{Launch, current_folder};
use super::{Failure, harness, runner};
use crate::commands::interrupt;
use rustassay_cargo::{
    CompiledDocTest, DocTestBuild, DocTests, RunnerSettings, TestCase, TestOutcome, TestReport,
};
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Runs the doc tests of a library, if cargo started this process for that.
pub fn act_as_rustdoc() -> Option<ExitCode> {
    let settings = RunnerSettings::from_environment()?;
    let tests = DocTests::from_command_line(&settings.rustc)?;
    Some(run(&settings, tests).unwrap_or_else(Failure::report))
}

fn run(settings: &RunnerSettings, tests: io::Result<(DocTests, Vec<OsString>)>) -> Result<ExitCode, Failure> {
    interrupt::listen().map_err(Failure::Other)?;
    let (tests, words) =
        tests.map_err(|error| Failure::Other(format!("cannot find the doc tests: {error}")))?;
    harness::list_or_run(&words, &tests.cases(), |test| run_test(settings, &tests, test))
}

fn run_test(settings: &RunnerSettings, tests: &DocTests, test: &TestCase) -> TestReport {
    match tests.compile(&test.name) {
        Ok(DocTestBuild::Run(test)) => run_compiled(settings, &test, tests.folder()),
        Ok(DocTestBuild::Passed) => TestReport::new(TestOutcome::Passed, ""),
        Ok(DocTestBuild::Failed(why)) => TestReport::new(TestOutcome::Failed, why),
        Err(why) => TestReport::new(TestOutcome::Unsupported, format!("error: {why}\n")),
    }
}

fn run_compiled(settings: &RunnerSettings, test: &CompiledDocTest, folder: Option<&Path>) -> TestReport {
    // The compiler names files from the folder that cargo starts rustdoc in.
    let settings = RunnerSettings { sources: current_folder(), ..settings.clone() };
    let launch = Launch {
        settings: &settings,
        program: &test.program,
        name: "rust_out".into(),
        folder: folder.map_or_else(current_folder, Path::to_owned),
    };
    if test.program.has_tests {
        return run_all(&launch);
    }
    let report = launch.test(None);
    match (test.should_panic, report.outcome) {
        (true, TestOutcome::Passed) => TestReport::new(
            TestOutcome::Failed,
            report.output + "Test executable succeeded, but it's marked `should_panic`.",
        ),
        (true, TestOutcome::Failed) => TestReport { outcome: TestOutcome::Passed, ..report },
        _ => report,
    }
}

/// Runs the tests within a doc test, up to the first that fails.
fn run_all(launch: &Launch<'_>) -> TestReport {
    let tests = match runner::tests(launch.settings, &launch.program.metadata, &launch.program.folders) {
        Ok(tests) => tests,
        Err(_) => {
            return TestReport::new(TestOutcome::Unsupported, "error: cannot read the tests within\n");
        }
    };
    let mut passed = TestReport::new(TestOutcome::Passed, "");
    for test in tests.iter().filter(|test| test.ignored.is_none()) {
        let report = launch.test(Some(test));
        passed.output.push_str(&report.output);
        if report.outcome != TestOutcome::Passed {
            return TestReport { output: passed.output, ..report };
        }
    }
    passed
}
