//! Runs the tests of one target, several at once.

use crate::report::{self, Teller};
use crate::{TestCase, TestFormat, TestReport, TestSummary};
use std::collections::{BTreeMap, BTreeSet};
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
            IgnoredTests::Only => test.ignored.is_some(),
            IgnoredTests::Skip | IgnoredTests::Include => true,
        };
        let is_named = self.filters.is_empty() || self.filters.iter().any(matches);
        is_wanted && is_named && !self.skipped.iter().any(matches)
    }

    /// Why a test that is among them is not run, if it is not.
    fn reason_to_ignore<'a>(&self, test: &'a TestCase) -> Option<&'a str> {
        test.ignored.as_deref().filter(|_| self.ignored == IgnoredTests::Skip)
    }

    /// The names of the tests, as `--list` shows them.
    pub fn list(&self, tests: &[TestCase], format: TestFormat) -> String {
        report::list(format, &tests.iter().filter(|test| self.has(test)).collect::<Vec<_>>())
    }
}

/// Who hears what there is to say.
pub trait TestScreen {
    /// Says something for good.
    fn say(&mut self, text: &str);

    /// Says for the moment how far it is. It is called several times a second.
    fn show_progress(&mut self, line: &str);
}

/// How the tests of a target are run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestHarness {
    /// Which of them.
    pub selection: TestSelection,
    /// So many at once.
    pub threads: NonZero<usize>,
    /// The form of what is said.
    pub format: TestFormat,
    /// What tests print is shown as they end.
    pub is_uncaptured: bool,
    /// What tests print that pass is shown after all of them.
    pub shows_output: bool,
    /// How long each test took is said.
    pub tells_times: bool,
}

/// What a thread says of the test that it is at.
enum Event {
    Started,
    Ignored,
    Finished(TestReport, Duration),
}

/// So often is said how far it is.
const TICK: Duration = Duration::from_millis(250);

impl TestHarness {
    /// Runs the tests of a target by `run`, and says what came of them: for people in the order of their names, and for programs in
    /// the order in which they end.
    pub fn run(
        &self,
        tests: &[TestCase],
        run: impl Fn(&TestCase) -> TestReport + Sync,
        screen: &mut dyn TestScreen,
    ) -> TestSummary {
        let start = Instant::now();
        let selected: Vec<&TestCase> = tests.iter().filter(|test| self.selection.has(test)).collect();
        let mut teller = Teller::new(self.format);
        teller.is_uncaptured = self.is_uncaptured;
        teller.shows_output = self.shows_output;
        teller.tells_times = self.tells_times;
        teller.summary.filtered_out = tests.len() - selected.len();
        screen.say(&teller.begin(selected.len()));
        let (sender, receiver) = mpsc::channel();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.get().min(selected.len()) {
                let (sender, next, run, selected) = (sender.clone(), &next, &run, &selected);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(test) = selected.get(number) else { return };
                        let is_heard = match self.selection.reason_to_ignore(test) {
                            Some(_) => sender.send((number, Event::Ignored)).is_ok(),
                            None => {
                                let _ = sender.send((number, Event::Started));
                                let start = Instant::now();
                                let report = run(test);
                                sender.send((number, Event::Finished(report, start.elapsed()))).is_ok()
                            }
                        };
                        if !is_heard {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            self.listen(&selected, &receiver, &mut teller, start, screen);
        });
        screen.say(&teller.end(start.elapsed()));
        teller.summary
    }

    /// Tells of tests as threads run them.
    fn listen<'a>(
        &self,
        tests: &[&'a TestCase],
        events: &mpsc::Receiver<(usize, Event)>,
        teller: &mut Teller<'a>,
        start: Instant,
        screen: &mut dyn TestScreen,
    ) {
        let mut running = BTreeSet::new();
        let mut waiting = BTreeMap::new();
        let (mut told, mut done) = (0, 0);
        loop {
            match events.recv_timeout(TICK) {
                Ok((number, Event::Started)) => {
                    running.insert(number);
                    if let Some(text) = teller.start(tests[number]) {
                        screen.say(&text);
                    }
                }
                Ok((number, event)) => {
                    running.remove(&number);
                    done += 1;
                    waiting.insert(number, event);
                    // Programs want to know at once.
                    while let Some((number, event)) = match self.format {
                        TestFormat::Json => waiting.pop_first(),
                        _ => waiting.remove_entry(&told),
                    } {
                        told += 1;
                        let test = tests[number];
                        screen.say(&match event {
                            Event::Finished(report, took) => teller.finish(test, report, took),
                            _ => {
                                teller.ignore(test, self.selection.reason_to_ignore(test).unwrap_or_default())
                            }
                        });
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    let names: Vec<&str> =
                        running.iter().map(|number| tests[*number].name.as_str()).collect();
                    let seconds = start.elapsed().as_secs();
                    let line = format!(
                        "{done} of {} tests in {seconds} s; running {}",
                        tests.len(),
                        names.join(", ")
                    );
                    screen.show_progress(&line);
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{TestMode, TestOutcome};

    fn test(name: &str, mode: TestMode) -> TestCase {
        TestCase { name: name.to_owned(), function: name.to_owned(), mode, ignored: None }
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

    /// Keeps what is said for good.
    #[derive(Default)]
    struct Paper(String);

    impl TestScreen for Paper {
        fn say(&mut self, text: &str) {
            self.0.push_str(text);
        }

        fn show_progress(&mut self, _: &str) {}
    }

    fn harness(selection: TestSelection, threads: usize) -> TestHarness {
        TestHarness {
            selection,
            threads: NonZero::new(threads).expect("there is a thread"),
            format: TestFormat::Pretty,
            is_uncaptured: false,
            shows_output: false,
            tells_times: false,
        }
    }

    /// Runs the tests with made-up outcomes, and returns what is said but for the time.
    fn told(harness: TestHarness) -> (TestSummary, String) {
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
    fn tests_are_told_in_libtests_words_and_in_order() {
        let (summary, text) = told(harness(TestSelection::default(), 4));
        assert_eq!((summary.passed, summary.failed, summary.undefined, summary.unsupported), (3, 2, 1, 1));
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
what `b::bad` says

---- b::odd stdout ----
what `b::odd` says


failures:
    b::bad
    b::odd

test result: FAILED. 3 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out; TIME

note: 1 of the failed tests did what the machine does not support, which says nothing of the tests

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
            told(harness(TestSelection { ignored: IgnoredTests::Include, ..filter("late") }, 1));
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
    }

    #[test]
    fn terse_form_has_a_character_for_a_test() {
        let (_, text) =
            told(TestHarness { format: TestFormat::Terse, ..harness(TestSelection::default(), 1) });
        let expected = "\nrunning 6 tests\n.. 2/6\nb::bad --- FAILED (Undefined Behavior)\n\
                        i 4/6\nb::odd --- FAILED (unsupported operation)\n.\nfailures:\n";
        assert!(text.starts_with(expected), "{text}");
    }

    #[test]
    fn programs_get_libtests_objects() {
        let selection = TestSelection { filters: vec!["b::".to_owned()], ..TestSelection::default() };
        let (_, text) = told(TestHarness { format: TestFormat::Json, ..harness(selection, 1) });
        let expected = r#"{ "type": "suite", "event": "started", "test_count": 4 }
{ "type": "test", "event": "started", "name": "b::bad" }
{ "type": "test", "name": "b::bad", "event": "failed", "stdout": "what `b::bad` says\n", "message": "Undefined Behavior" }
{ "type": "test", "name": "b::late", "event": "ignored", "message": "slow" }
{ "type": "test", "event": "started", "name": "b::odd" }
{ "type": "test", "name": "b::odd", "event": "failed", "stdout": "what `b::odd` says\n", "message": "unsupported operation" }
{ "type": "test", "event": "started", "name": "b::speed" }
{ "type": "test", "name": "b::speed", "event": "ok" }
{ "type": "suite", "event": "failed", "passed": 1, "failed": 2, "ignored": 1, "measured": 0, "filtered_out": 2, TIME
"#;
        assert_eq!(text, expected);
    }
}
