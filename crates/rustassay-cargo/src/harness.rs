//! Runs the tests of one target, several at once.

use crate::report::{self, Reporter};
use crate::{ReportOptions, TestCase, TestFormat, TestMode, TestOutcome, TestReport, TestSummary};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Which tests run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TestSelection {
    /// Only tests whose name contains one of these; all tests if there are none.
    pub filters: Vec<String>,
    /// No tests whose name contains one of these.
    pub skipped: Vec<String>,
    /// Names must be equal to filters, and need not just contain them.
    pub is_exact: bool,
    /// What happens to ignored tests.
    pub ignored: IgnoredTests,
    /// No tests that should panic.
    pub excludes_should_panic: bool,
}

/// What happens to ignored tests.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum IgnoredTests {
    /// They are reported, and do not run.
    #[default]
    Skip,
    /// They run like others.
    Include,
    /// Only they run.
    Only,
}

impl TestSelection {
    /// Whether a test runs, or is reported as ignored.
    pub fn has(&self, test: &TestCase) -> bool {
        let matches = |pattern: &String| match self.is_exact {
            true => test.name == *pattern,
            false => test.name.contains(pattern.as_str()),
        };
        let is_excluded = match self.ignored {
            IgnoredTests::Only => test.ignored.is_none(),
            IgnoredTests::Skip | IgnoredTests::Include => false,
        } || (self.excludes_should_panic && test.mode == TestMode::ShouldPanic);
        let is_named = self.filters.is_empty() || self.filters.iter().any(matches);
        !is_excluded && is_named && !self.skipped.iter().any(matches)
    }

    /// Why a selected test does not run, if it does not.
    fn reason_to_ignore<'a>(&self, test: &'a TestCase) -> Option<&'a str> {
        test.ignored.as_deref().filter(|_| self.ignored == IgnoredTests::Skip)
    }

    /// The names of the tests, as `--list` shows them.
    pub fn list(&self, tests: &[TestCase], format: TestFormat) -> String {
        report::list(format, &tests.iter().filter(|test| self.has(test)).collect::<Vec<_>>())
    }
}

/// Where the report is printed.
pub trait TestScreen {
    /// Prints a part of the report.
    fn print(&mut self, text: &str);

    /// Shows a line about what runs, until the next call. This is called several times a second.
    fn show_progress(&mut self, line: &str);
}

/// How the tests of a target run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestHarness {
    /// Which tests run.
    pub selection: TestSelection,
    /// How many run at once.
    pub threads: NonZero<usize>,
    /// Whether no further test starts after one that failed.
    pub fails_fast: bool,
    /// How they are reported.
    pub report: ReportOptions,
}

/// What a thread does with a test.
enum Event {
    Started,
    Ignored,
    Finished(TestReport, Duration),
}

/// How often progress is shown.
const TICK: Duration = Duration::from_millis(250);

/// After how many seconds libtest reports that a test still runs.
const SLOW_SECONDS: u64 = 60;

impl TestHarness {
    /// Runs the tests of a target by `run`, and reports them: to people in the order of their names, and as JSON in the order in
    /// which they end.
    pub fn run(
        &self,
        tests: &[TestCase],
        run: impl Fn(&TestCase) -> TestReport + Sync,
        screen: &mut dyn TestScreen,
    ) -> TestSummary {
        let start = Instant::now();
        let selected: Vec<&TestCase> = tests.iter().filter(|test| self.selection.has(test)).collect();
        let threads = self.threads.get().min(selected.len());
        let mut reporter = Reporter::new(ReportOptions { is_serial: self.threads.get() == 1, ..self.report });
        reporter.summary.filtered_out = tests.len() - selected.len();
        screen.print(&reporter.begin(selected.len()));
        let (sender, receiver) = mpsc::channel();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, next, run, selected) = (sender.clone(), &next, &run, &selected);
                scope.spawn(move || self.work(selected, next, run, &sender));
            }
            drop(sender);
            self.listen(&selected, &receiver, &mut reporter, start, screen);
        });
        screen.print(&reporter.end(start.elapsed()));
        reporter.summary
    }

    /// Runs tests until there are no more, or nobody listens.
    fn work(
        &self,
        tests: &[&TestCase],
        next: &AtomicUsize,
        run: &(impl Fn(&TestCase) -> TestReport + Sync),
        sender: &mpsc::Sender<(usize, Event)>,
    ) {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(test) = tests.get(number) else { return };
            let event = match self.selection.reason_to_ignore(test) {
                Some(_) => Event::Ignored,
                None => {
                    let _ = sender.send((number, Event::Started));
                    let start = Instant::now();
                    let report = run(test);
                    if self.fails_fast && report.outcome != TestOutcome::Passed {
                        next.store(tests.len(), Ordering::Relaxed);
                    }
                    Event::Finished(report, start.elapsed())
                }
            };
            if sender.send((number, event)).is_err() {
                return;
            }
        }
    }

    /// Reports tests as threads run them.
    fn listen<'a>(
        &self,
        tests: &[&'a TestCase],
        events: &mpsc::Receiver<(usize, Event)>,
        reporter: &mut Reporter<'a>,
        start: Instant,
        screen: &mut dyn TestScreen,
    ) {
        let mut running: BTreeMap<usize, Running> = BTreeMap::new();
        // Tests that ended before one with a smaller number.
        let mut waiting = BTreeMap::new();
        let (mut reported, mut done) = (0, 0);
        loop {
            match events.recv_timeout(TICK) {
                Ok((number, Event::Started)) => {
                    running.insert(number, Running { since: Instant::now(), is_slow: false });
                    screen.print(&reporter.start(tests[number], false));
                }
                Ok((number, event)) => {
                    if matches!(event, Event::Ignored) {
                        screen.print(&reporter.start(tests[number], true));
                    }
                    running.remove(&number);
                    done += 1;
                    waiting.insert(number, event);
                    // Programs want to know at once.
                    while let Some((number, event)) = match self.report.format {
                        TestFormat::Json => waiting.pop_first(),
                        _ => waiting.remove_entry(&reported),
                    } {
                        reported += 1;
                        let test = tests[number];
                        screen.print(&match event {
                            Event::Finished(report, took) => reporter.finish(test, report, took),
                            _ => {
                                let reason = self.selection.reason_to_ignore(test);
                                reporter.ignore(test, reason.unwrap_or_default())
                            }
                        });
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    for (number, running) in &mut running {
                        if !running.is_slow && running.since.elapsed().as_secs() >= SLOW_SECONDS {
                            running.is_slow = true;
                            screen.print(&reporter.slow(tests[*number], SLOW_SECONDS));
                        }
                    }
                    let names: Vec<&str> =
                        running.keys().map(|number| tests[*number].name.as_str()).collect();
                    let (seconds, total) = (start.elapsed().as_secs(), tests.len());
                    screen.show_progress(&format!(
                        "{done} of {total} tests in {seconds} s; running {}",
                        names.join(", ")
                    ));
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}

/// A test that runs.
struct Running {
    since: Instant,
    /// Whether it was reported to be slow.
    is_slow: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TestLocation;

    fn test(name: &str, mode: TestMode) -> TestCase {
        let location = TestLocation { file: "src/a.rs".to_owned(), start: (3, 8), end: (3, 11) };
        TestCase { name: name.to_owned(), function: name.to_owned(), mode, ignored: None, location }
    }

    fn tests() -> Vec<TestCase> {
        vec![
            test("a::good", TestMode::Run),
            test("a::panics", TestMode::ShouldPanic),
            test("b::bad", TestMode::Run),
            TestCase { ignored: Some("slow".to_owned()), ..test("b::late", TestMode::Run) },
            test("b::odd", TestMode::Run),
            test("b::speed", TestMode::Benchmark),
        ]
    }

    /// Keeps the report.
    #[derive(Default)]
    struct Paper(String);

    impl TestScreen for Paper {
        fn print(&mut self, text: &str) {
            self.0.push_str(text);
        }

        fn show_progress(&mut self, _: &str) {}
    }

    fn harness(selection: TestSelection, threads: usize) -> TestHarness {
        TestHarness {
            selection,
            threads: NonZero::new(threads).expect("there is a thread"),
            fails_fast: false,
            report: ReportOptions::default(),
        }
    }

    fn formatted(format: TestFormat, selection: TestSelection) -> TestHarness {
        TestHarness { report: ReportOptions { format, ..ReportOptions::default() }, ..harness(selection, 1) }
    }

    /// Runs the tests with made-up outcomes, and returns the report without times.
    fn report(harness: TestHarness) -> (TestSummary, String) {
        let run = |test: &TestCase| {
            // The first is the slowest, and still reported first.
            std::thread::sleep(Duration::from_millis(if test.name == "a::good" { 20 } else { 0 }));
            let outcome = match &*test.name {
                "b::bad" => TestOutcome::UndefinedBehavior,
                "b::odd" => TestOutcome::Unsupported,
                _ => TestOutcome::Passed,
            };
            let message = (test.name == "b::odd").then(|| "the reason".to_owned());
            TestReport { outcome, output: format!("output of `{}`\n", test.name), message }
        };
        let mut paper = Paper::default();
        let summary = harness.run(&tests(), run, &mut paper);
        let lines =
            paper.0.lines().map(|line| match line.find("finished in ").or(line.find("\"exec_time\"")) {
                Some(at) => format!("{}TIME\n", &line[..at]),
                None => format!("{line}\n"),
            });
        (summary, lines.collect())
    }

    #[test]
    fn tests_are_reported_in_libtests_words_and_in_order() {
        let (summary, text) = report(harness(TestSelection::default(), 4));
        assert_eq!((summary.passed, summary.failed, summary.unsupported), (3, 2, 1));
        let expected = "
running 6 tests
test a::good ... ok
test a::panics - should panic ... ok
test b::bad ... FAILED (Undefined Behavior)
test b::late ... ignored, slow
test b::odd ... FAILED (unsupported operation)
test b::speed ... ok

failures:

---- b::bad stdout ----
output of `b::bad`

---- b::odd stdout ----
output of `b::odd`
note: the reason

failures:
    b::bad
    b::odd

test result: FAILED. 3 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out; TIME

note: 1 test failed on operations that the machine does not support, which is no fault of the tests

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
        let (summary, text) =
            report(harness(TestSelection { ignored: IgnoredTests::Include, ..filter("late") }, 1));
        assert_eq!((summary.passed, summary.ignored, summary.filtered_out), (1, 0, 5), "{text}");
    }

    #[test]
    fn the_list_is_libtests() {
        let selection = TestSelection { filters: vec!["b::".to_owned()], ..TestSelection::default() };
        let text = selection.list(&tests(), TestFormat::Pretty);
        assert_eq!(
            text,
            "b::bad: test\nb::late: test\nb::odd: test\nb::speed: benchmark\n\n3 tests, 1 benchmark\n"
        );
        assert_eq!(TestSelection::default().list(&[], TestFormat::Pretty), "0 tests, 0 benchmarks\n");
        let text = selection.list(&tests(), TestFormat::Terse);
        assert_eq!(text, "b::bad: test\nb::late: test\nb::odd: test\nb::speed: benchmark\n");
        let selection = TestSelection { filters: vec!["late".to_owned()], ..TestSelection::default() };
        let expected = r#"{ "type": "suite", "event": "discovery" }
{ "type": "test", "event": "discovered", "name": "b::late", "ignore": true, "ignore_message": "slow", "source_path": "src/a.rs", "start_line": 3, "start_col": 8, "end_line": 3, "end_col": 11 }
{ "type": "suite", "event": "completed", "tests": 1, "benchmarks": 0, "total": 1, "ignored": 1 }
"#;
        assert_eq!(selection.list(&tests(), TestFormat::Json), expected);
    }

    #[test]
    fn no_test_starts_after_a_failure_if_that_is_wanted() {
        let (summary, text) =
            report(TestHarness { fails_fast: true, ..harness(TestSelection::default(), 1) });
        assert_eq!((summary.passed, summary.failed, summary.ignored), (2, 1, 0), "{text}");
    }

    #[test]
    fn colors_are_libtests() {
        let selection = TestSelection { filters: vec!["b::".to_owned()], ..TestSelection::default() };
        let options = ReportOptions { has_color: true, ..ReportOptions::default() };
        let (_, text) = report(TestHarness { report: options, ..harness(selection, 1) });
        for part in [
            "b::bad ... \x1b[31mFAILED (Undefined Behavior)\x1b[0m\n",
            "b::late ... \x1b[33mignored, slow\x1b[0m\n",
            "b::speed ... \x1b[32mok\x1b[0m\n",
            "test result: \x1b[31mFAILED\x1b[0m. 1 passed",
        ] {
            assert!(text.contains(part), "{part:?} is not in {text:?}");
        }
    }

    #[test]
    fn terse_form_has_a_character_for_a_test() {
        let (_, text) = report(formatted(TestFormat::Terse, TestSelection::default()));
        let expected = "\nrunning 6 tests\n.. 2/6\nb::bad --- FAILED (Undefined Behavior)\n\
                        i 4/6\nb::odd --- FAILED (unsupported operation)\n.\nfailures:\n";
        assert!(text.starts_with(expected), "{text}");
    }

    #[test]
    fn programs_get_libtests_objects() {
        let selection = TestSelection { filters: vec!["b::".to_owned()], ..TestSelection::default() };
        let (_, text) = report(formatted(TestFormat::Json, selection));
        let expected = r#"{ "type": "suite", "event": "started", "test_count": 4 }
{ "type": "test", "event": "started", "name": "b::bad" }
{ "type": "test", "name": "b::bad", "event": "failed", "stdout": "output of `b::bad`\n", "message": "Undefined Behavior" }
{ "type": "test", "event": "started", "name": "b::late" }
{ "type": "test", "name": "b::late", "event": "ignored", "message": "slow" }
{ "type": "test", "event": "started", "name": "b::odd" }
{ "type": "test", "name": "b::odd", "event": "failed", "stdout": "output of `b::odd`\n", "message": "the reason" }
{ "type": "test", "event": "started", "name": "b::speed" }
{ "type": "test", "name": "b::speed", "event": "ok" }
{ "type": "suite", "event": "failed", "passed": 1, "failed": 2, "ignored": 1, "measured": 0, "filtered_out": 2, TIME
"#;
        assert_eq!(text, expected);
    }
}
