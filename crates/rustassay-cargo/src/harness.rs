//! Runs the tests of one target, and tells of them in libtest's words, so that people and tools need not learn others.

use crate::{TestCase, TestKind};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Which tests are run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TestSelection {
    /// Only those whose name has one of these in it; all if there are none.
    pub filters: Vec<String>,
    /// None of those whose name has one of these in it.
    pub skipped: Vec<String>,
    /// Names are compared as a whole.
    pub is_exact: bool,
    /// What becomes of ignored tests.
    pub ignored: IgnoredTests,
}

/// What becomes of ignored tests.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum IgnoredTests {
    /// They are named, and not run.
    #[default]
    Skip,
    /// They are run like others.
    Include,
    /// Just they are run.
    Only,
}

impl TestSelection {
    /// Whether a test is among those that are run or said to be ignored.
    pub fn has(&self, test: &TestCase) -> bool {
        let matches = |pattern: &String| match self.is_exact {
            true => test.name == *pattern,
            false => test.name.contains(pattern.as_str()),
        };
        let is_wanted = match self.ignored {
            IgnoredTests::Only => matches!(test.kind, TestKind::Ignored { .. }),
            IgnoredTests::Skip | IgnoredTests::Include => true,
        };
        let is_named = self.filters.is_empty() || self.filters.iter().any(matches);
        is_wanted && is_named && !self.skipped.iter().any(matches)
    }

    /// Why a test that is among them is not run, if it is not.
    fn reason_to_ignore<'a>(&self, test: &'a TestCase) -> Option<&'a str> {
        match (&test.kind, self.ignored) {
            (TestKind::Ignored { reason }, IgnoredTests::Skip) => Some(reason),
            _ => None,
        }
    }

    /// The names of the tests, as `--list` shows them.
    pub fn list(&self, tests: &[TestCase]) -> String {
        let (benchmarks, tests): (Vec<&TestCase>, Vec<&TestCase>) =
            tests.iter().filter(|test| self.has(test)).partition(|test| test.kind == TestKind::Benchmark);
        let mut text = String::new();
        for test in &tests {
            text.push_str(&format!("{}: test\n", test.name));
        }
        for benchmark in &benchmarks {
            text.push_str(&format!("{}: benchmark\n", benchmark.name));
        }
        let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let ending = if tests.is_empty() && benchmarks.is_empty() { "" } else { "\n" };
        text + &format!("{ending}{}, {}\n", count(tests.len(), "test"), count(benchmarks.len(), "benchmark"))
    }
}

/// How a test ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TestOutcome {
    /// As it should.
    Passed,
    /// It panicked, or did not though it should, or returned an error, or ended the process.
    Failed,
    /// It has Undefined Behavior.
    UndefinedBehavior,
    /// It did what the machine does not know, which says nothing of the test.
    Unsupported,
    /// It took too long, or too much of something.
    LimitReached,
}

impl TestOutcome {
    /// What stands behind the test's name.
    fn words(self) -> &'static str {
        match self {
            TestOutcome::Passed => "ok",
            TestOutcome::Failed => "FAILED",
            TestOutcome::UndefinedBehavior => "FAILED (Undefined Behavior)",
            TestOutcome::Unsupported => "FAILED (unsupported operation)",
            TestOutcome::LimitReached => "FAILED (limit reached)",
        }
    }
}

/// What came of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestReport {
    /// How it ended.
    pub outcome: TestOutcome,
    /// What it printed, and what there is to say of its end.
    pub output: String,
}

/// How the tests of a target are run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestHarness {
    /// Which of them.
    pub selection: TestSelection,
    /// So many at once.
    pub threads: NonZero<usize>,
    /// What tests print is shown even if they pass.
    pub shows_output: bool,
}

/// What came of the tests of a target.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct TestSummary {
    /// So many passed.
    pub passed: usize,
    /// So many failed, for whatever reason.
    pub failed: usize,
    /// Of these, so many have Undefined Behavior.
    pub undefined: usize,
    /// Of these, so many did what the machine does not know.
    pub unsupported: usize,
    /// So many reached a limit.
    pub limited: usize,
    /// So many were ignored.
    pub ignored: usize,
    /// So many were not selected.
    pub filtered_out: usize,
}

impl TestSummary {
    /// Whether no test failed.
    pub fn is_ok(&self) -> bool {
        self.failed == 0
    }

    fn count(&mut self, outcome: TestOutcome) {
        match outcome {
            TestOutcome::Passed => self.passed += 1,
            _ => self.failed += 1,
        }
        match outcome {
            TestOutcome::Passed | TestOutcome::Failed => {}
            TestOutcome::UndefinedBehavior => self.undefined += 1,
            TestOutcome::Unsupported => self.unsupported += 1,
            TestOutcome::LimitReached => self.limited += 1,
        }
    }

    /// The line that libtest ends with.
    fn line(&self, took: Duration) -> String {
        let TestSummary { passed, failed, ignored, filtered_out, .. } = self;
        let result = if self.is_ok() { "ok" } else { "FAILED" };
        format!(
            "test result: {result}. {passed} passed; {failed} failed; {ignored} ignored; 0 measured; \
             {filtered_out} filtered out; finished in {:.2}s\n",
            took.as_secs_f64()
        )
    }
}

impl TestHarness {
    /// Runs the tests of a target by `run`, several at once, and says what came of them in the order of their names.
    pub fn run(
        &self,
        tests: &[TestCase],
        run: impl Fn(&TestCase) -> TestReport + Sync,
        say: &mut dyn FnMut(&str),
    ) -> TestSummary {
        let start = Instant::now();
        let (benchmarks, tests): (Vec<&TestCase>, Vec<&TestCase>) =
            tests.iter().partition(|test| test.kind == TestKind::Benchmark);
        let selected: Vec<&TestCase> =
            tests.iter().copied().filter(|test| self.selection.has(test)).collect();
        let mut summary =
            TestSummary { filtered_out: tests.len() - selected.len(), ..TestSummary::default() };
        say(&format!("\nrunning {} test{}\n", selected.len(), if selected.len() == 1 { "" } else { "s" }));
        let mut failures: Vec<(&TestCase, TestReport)> = Vec::new();
        self.in_order(&selected, run, &mut |test, report| {
            let name = match test.should_panic {
                true => format!("{} - should panic", test.name),
                false => test.name.clone(),
            };
            match report {
                None => {
                    summary.ignored += 1;
                    let reason = self.selection.reason_to_ignore(test).unwrap_or_default();
                    let reason = if reason.is_empty() { String::new() } else { format!(", {reason}") };
                    say(&format!("test {name} ... ignored{reason}\n"));
                }
                Some(report) => {
                    summary.count(report.outcome);
                    if self.shows_output && report.outcome == TestOutcome::Passed {
                        say(&report.output);
                    }
                    say(&format!("test {name} ... {}\n", report.outcome.words()));
                    if report.outcome != TestOutcome::Passed {
                        failures.push((test, report));
                    }
                }
            }
        });
        if !failures.is_empty() {
            say("\nfailures:\n");
            for (test, report) in &failures {
                say(&format!("\n---- {} stdout ----\n{}\n", test.name, report.output.trim_end()));
            }
            say("\n\nfailures:\n");
            for (test, _) in &failures {
                say(&format!("    {}\n", test.name));
            }
        }
        say(&format!("\n{}\n", summary.line(start.elapsed())));
        if summary.unsupported > 0 {
            say(&format!(
                "note: {} of the failed tests did what the machine does not support, which says nothing of the tests\n\n",
                summary.unsupported
            ));
        }
        if !benchmarks.is_empty() {
            say(&format!("note: benchmarks are not run: {}\n\n", benchmarks.len()));
        }
        summary
    }

    /// Runs tests in threads, and hands on what came of each in order; nothing for those that are ignored.
    fn in_order<'a>(
        &self,
        tests: &[&'a TestCase],
        run: impl Fn(&TestCase) -> TestReport + Sync,
        hear: &mut dyn FnMut(&'a TestCase, Option<TestReport>),
    ) {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.get().min(tests.len()) {
                let (sender, next, run) = (sender.clone(), &next, &run);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(test) = tests.get(number) else { return };
                        let report = match self.selection.reason_to_ignore(test) {
                            Some(_) => None,
                            None => Some(run(test)),
                        };
                        if sender.send((number, report)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut told = 0;
            for (number, report) in receiver {
                waiting.insert(number, report);
                while let Some(report) = waiting.remove(&told) {
                    hear(tests[told], report);
                    told += 1;
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(name: &str, kind: TestKind) -> TestCase {
        TestCase {
            name: name.to_owned(),
            function: name.to_owned(),
            should_panic: name.contains("panic"),
            kind,
        }
    }

    fn tests() -> Vec<TestCase> {
        let ignored = TestKind::Ignored { reason: "slow".to_owned() };
        vec![
            test("a::good", TestKind::Run),
            test("a::panics", TestKind::Run),
            test("b::bad", TestKind::Run),
            test("b::late", ignored),
            test("b::odd", TestKind::Run),
            test("b::speed", TestKind::Benchmark),
        ]
    }

    /// Runs the tests with made-up outcomes, and returns what is said but for the time.
    fn told(selection: TestSelection, threads: usize) -> (TestSummary, String) {
        let harness = TestHarness {
            selection,
            threads: NonZero::new(threads).expect("there is a thread"),
            shows_output: false,
        };
        let mut text = String::new();
        let run = |test: &TestCase| {
            // The first is the slowest, and yet told first.
            std::thread::sleep(Duration::from_millis(if test.name == "a::good" { 20 } else { 0 }));
            let outcome = match &*test.name {
                "b::bad" => TestOutcome::UndefinedBehavior,
                "b::odd" => TestOutcome::Unsupported,
                _ => TestOutcome::Passed,
            };
            TestReport { outcome, output: format!("what `{}` says\n", test.name) }
        };
        let summary = harness.run(&tests(), run, &mut |said| text.push_str(said));
        let start = text.find("finished in ").expect("the time is told");
        let end = start + text[start..].find("s\n").expect("in seconds");
        text.replace_range(start..end, "finished in 0.00");
        (summary, text)
    }

    #[test]
    fn tests_are_told_in_libtests_words_and_in_order() {
        let (summary, text) = told(TestSelection::default(), 4);
        assert_eq!((summary.passed, summary.failed, summary.undefined, summary.unsupported), (2, 2, 1, 1));
        let expected = "
running 5 tests
test a::good ... ok
test a::panics - should panic ... ok
test b::bad ... FAILED (Undefined Behavior)
test b::late ... ignored, slow
test b::odd ... FAILED (unsupported operation)

failures:

---- b::bad stdout ----
what `b::bad` says

---- b::odd stdout ----
what `b::odd` says


failures:
    b::bad
    b::odd

test result: FAILED. 2 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s

note: 1 of the failed tests did what the machine does not support, which says nothing of the tests

note: benchmarks are not run: 1

";
        assert_eq!(text, expected);
    }

    #[test]
    fn filters_select_as_libtests_do() {
        let named = |selection: TestSelection| {
            let tests = tests();
            tests.iter().filter(|test| selection.has(test)).map(|test| test.name.clone()).collect::<Vec<_>>()
        };
        let filter =
            |text: &str| TestSelection { filters: vec![text.to_owned()], ..TestSelection::default() };
        assert_eq!(named(filter("a::")), ["a::good", "a::panics"]);
        assert_eq!(named(TestSelection { is_exact: true, ..filter("a::") }), [""; 0]);
        assert_eq!(named(TestSelection { is_exact: true, ..filter("b::bad") }), ["b::bad"]);
        assert_eq!(
            named(TestSelection { skipped: vec!["o".to_owned()], ..filter("::") }),
            ["a::panics", "b::bad", "b::late", "b::speed"]
        );
        assert_eq!(
            named(TestSelection { ignored: IgnoredTests::Only, ..TestSelection::default() }),
            ["b::late"]
        );
        let (summary, text) = told(TestSelection { ignored: IgnoredTests::Include, ..filter("late") }, 1);
        assert_eq!((summary.passed, summary.ignored, summary.filtered_out), (1, 0, 4), "{text}");
    }

    #[test]
    fn the_list_is_libtests() {
        let text =
            TestSelection { filters: vec!["b::".to_owned()], ..TestSelection::default() }.list(&tests());
        assert_eq!(
            text,
            "b::bad: test\nb::late: test\nb::odd: test\nb::speed: benchmark\n\n3 tests, 1 benchmark\n"
        );
        assert_eq!(TestSelection::default().list(&[]), "0 tests, 0 benchmarks\n");
    }
}
