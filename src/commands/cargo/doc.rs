//! What cargo starts in place of rustdoc, for doc tests.

use super::{Failure, harness, machine, runner};
use rustassay_cargo::{
    CompiledDocTest, CompiledProgram, DocTestBuild, DocTests, RunnerSettings, TestCase, TestOutcome,
    TestReport,
};
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs the doc tests of a library, if cargo started this process for that; nothing otherwise.
pub fn act_as_rustdoc() -> Option<ExitCode> {
    let settings = RunnerSettings::from_environment()?;
    let tests = DocTests::from_command_line(&settings.rustc)?;
    Some(run(&settings, tests).unwrap_or_else(Failure::code))
}

fn run(settings: &RunnerSettings, tests: io::Result<(DocTests, Vec<OsString>)>) -> Result<ExitCode, Failure> {
    let (tests, words) =
        tests.map_err(|error| Failure::Other(format!("cannot find the doc tests: {error}")))?;
    harness::list_or_run(&words, &tests.cases(), |test| run_test(settings, &tests, test))
}

fn run_test(settings: &RunnerSettings, tests: &DocTests, test: &TestCase) -> TestReport {
    let report = |outcome, output| TestReport { outcome, output };
    match tests.compile(&test.name) {
        Ok(DocTestBuild::Run(test)) => run_compiled(settings, &test),
        Ok(DocTestBuild::Passed) => report(TestOutcome::Passed, String::new()),
        Ok(DocTestBuild::Failed(why)) => report(TestOutcome::Failed, why),
        Err(why) => report(TestOutcome::Unsupported, format!("error: {why}\n")),
    }
}

fn run_compiled(settings: &RunnerSettings, test: &CompiledDocTest) -> TestReport {
    let program = CompiledProgram {
        metadata: test.metadata.clone(),
        folders: test.folders.clone(),
        package: std::env::var("CARGO_PKG_NAME").unwrap_or_default(),
        package_folder: std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default(),
        has_tests: test.has_harness,
        panic_aborts: false,
    };
    // The compiler names files from the folder that cargo starts rustdoc in.
    let sources = std::env::current_dir().unwrap_or_else(|_| settings.sources.clone());
    let settings = RunnerSettings { sources, ..settings.clone() };
    if test.has_harness {
        return run_all(&settings, &program);
    }
    let report = machine::test_function(&settings, &program, None);
    match (test.should_panic, report.outcome) {
        (true, TestOutcome::Passed) => TestReport {
            outcome: TestOutcome::Failed,
            output: report.output + "Test executable succeeded, but it's marked `should_panic`.\n",
        },
        (true, TestOutcome::Failed) => TestReport { outcome: TestOutcome::Passed, ..report },
        _ => report,
    }
}

/// Runs the tests within a doc test, up to the first that fails.
fn run_all(settings: &RunnerSettings, program: &CompiledProgram) -> TestReport {
    let tests = match runner::tests(settings, &program.metadata, &program.folders) {
        Ok(tests) => tests,
        Err(_) => {
            let output = "error: the tests within cannot be read\n".to_owned();
            return TestReport { outcome: TestOutcome::Unsupported, output };
        }
    };
    let mut passed = TestReport { outcome: TestOutcome::Passed, output: String::new() };
    for test in tests.iter().filter(|test| test.ignored.is_none()) {
        let report = machine::test_function(settings, program, Some(&test.function));
        passed.output.push_str(&report.output);
        if report.outcome != TestOutcome::Passed {
            return TestReport { outcome: report.outcome, output: passed.output };
        }
    }
    passed
}
