//! What is said of tests, in libtest's words and forms, so that people and tools need not learn others.

use crate::{TestCase, TestMode};
use std::fmt::Write;
use std::time::Duration;

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
    /// Why it failed, if libtest does not know of such a failure.
    fn reason(self) -> Option<&'static str> {
        match self {
            TestOutcome::Passed | TestOutcome::Failed => None,
            TestOutcome::UndefinedBehavior => Some("Undefined Behavior"),
            TestOutcome::Unsupported => Some("unsupported operation"),
            TestOutcome::LimitReached => Some("limit reached"),
        }
    }

    /// What stands behind the test's name.
    fn words(self) -> String {
        match (self, self.reason()) {
            (TestOutcome::Passed, _) => "ok".to_owned(),
            (_, None) => "FAILED".to_owned(),
            (_, Some(reason)) => format!("FAILED ({reason})"),
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
}

/// The form of what is said.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum TestFormat {
    /// A line for each test.
    #[default]
    Pretty,
    /// A character for each test that does not fail.
    Terse,
    /// An object a line for each event.
    Json,
}

/// In terse form, a line has so many characters, and then says how far it is.
const TERSE_COLUMNS: usize = 88;

/// Tells of the tests of a target.
pub(crate) struct Teller<'a> {
    pub format: TestFormat,
    /// What tests print is shown as they end, and not after all of them.
    pub is_uncaptured: bool,
    /// What tests print that pass is shown after all of them.
    pub shows_output: bool,
    /// How long each test took is said.
    pub tells_times: bool,
    pub summary: TestSummary,
    of: usize,
    column: usize,
    failures: Vec<(&'a TestCase, TestReport)>,
    successes: Vec<(&'a TestCase, TestReport)>,
    ignored: Vec<(&'a TestCase, &'a str)>,
}

impl<'a> Teller<'a> {
    pub fn new(format: TestFormat) -> Teller<'a> {
        Teller {
            format,
            is_uncaptured: false,
            shows_output: false,
            tells_times: false,
            summary: TestSummary::default(),
            of: 0,
            column: 0,
            failures: Vec::new(),
            successes: Vec::new(),
            ignored: Vec::new(),
        }
    }

    /// What is said before the first of `of` tests.
    pub fn begin(&mut self, of: usize) -> String {
        self.of = of;
        match self.format {
            TestFormat::Json => {
                format!("{{ \"type\": \"suite\", \"event\": \"started\", \"test_count\": {of} }}\n")
            }
            _ => format!("\nrunning {of} test{}\n", if of == 1 { "" } else { "s" }),
        }
    }

    /// What is said when a test starts.
    pub fn start(&self, test: &TestCase) -> Option<String> {
        let name = escaped(&test.name);
        let line = || format!("{{ \"type\": \"test\", \"event\": \"started\", \"name\": \"{name}\" }}\n");
        (self.format == TestFormat::Json).then(line)
    }

    /// What is said of a test that is not run.
    pub fn ignore(&mut self, test: &'a TestCase, reason: &'a str) -> String {
        self.summary.ignored += 1;
        self.ignored.push((test, reason));
        match self.format {
            TestFormat::Json => {
                let message = format!(", \"message\": \"{}\"", escaped(reason));
                json_event(test, "ignored", if reason.is_empty() { "" } else { &message })
            }
            TestFormat::Terse => self.character('i'),
            TestFormat::Pretty => {
                let reason = if reason.is_empty() { String::new() } else { format!(", {reason}") };
                format!("test {}{} ... ignored{reason}\n", test.name, test.mode.words())
            }
        }
    }

    /// What is said of a test that was run.
    pub fn finish(&mut self, test: &'a TestCase, report: TestReport, took: Duration) -> String {
        let outcome = report.outcome;
        let mut text = String::new();
        // A failure has a line of its own, and does not count yet on the one before it.
        if self.format == TestFormat::Terse && outcome != TestOutcome::Passed && self.column != 0 {
            text.push_str(&self.progress());
        }
        self.summary.count(outcome);
        if self.is_uncaptured && self.format != TestFormat::Json {
            text.push_str(&report.output);
        }
        match self.format {
            TestFormat::Json => {
                let mut more = String::new();
                if self.tells_times {
                    more.push_str(&format!(", \"exec_time\": {}", took.as_secs_f64()));
                }
                if (self.shows_output || outcome != TestOutcome::Passed) && !report.output.is_empty() {
                    more.push_str(&format!(", \"stdout\": \"{}\"", escaped(&report.output)));
                }
                if let Some(reason) = outcome.reason() {
                    more.push_str(&format!(", \"message\": \"{reason}\""));
                }
                let event = if outcome == TestOutcome::Passed { "ok" } else { "failed" };
                text.push_str(&json_event(test, event, &more));
            }
            TestFormat::Terse if outcome == TestOutcome::Passed => text.push_str(&self.character('.')),
            TestFormat::Terse => text.push_str(&format!("{} --- {}\n", test.name, outcome.words())),
            TestFormat::Pretty => {
                let time = match self.tells_times {
                    true => format!(" <{:.3}s>", took.as_secs_f64()),
                    false => String::new(),
                };
                text.push_str(&format!(
                    "test {}{} ... {}{time}\n",
                    test.name,
                    test.mode.words(),
                    outcome.words()
                ));
            }
        }
        match outcome {
            TestOutcome::Passed if self.shows_output => self.successes.push((test, report)),
            TestOutcome::Passed => {}
            _ => self.failures.push((test, report)),
        }
        text
    }

    /// What is said after the last test.
    pub fn end(&self, took: Duration) -> String {
        let TestSummary { passed, failed, ignored, filtered_out, unsupported, .. } = self.summary;
        if self.format == TestFormat::Json {
            let event = if self.summary.is_ok() { "ok" } else { "failed" };
            return format!(
                "{{ \"type\": \"suite\", \"event\": \"{event}\", \"passed\": {passed}, \"failed\": {failed}, \
                 \"ignored\": {ignored}, \"measured\": 0, \"filtered_out\": {filtered_out}, \"exec_time\": {} }}\n",
                took.as_secs_f64()
            );
        }
        let mut text = String::new();
        if self.shows_output {
            text.push_str(&self.outputs("successes", &self.successes));
        }
        if !self.failures.is_empty() {
            text.push_str(&self.outputs("failures", &self.failures));
        }
        let result = if self.summary.is_ok() { "ok" } else { "FAILED" };
        text.push_str(&format!(
            "\ntest result: {result}. {passed} passed; {failed} failed; {ignored} ignored; 0 measured; \
             {filtered_out} filtered out; finished in {:.2}s\n\n",
            took.as_secs_f64()
        ));
        if let (TestFormat::Terse, 1, [(test, reason)]) = (self.format, self.of, &*self.ignored)
            && !reason.is_empty()
        {
            text.push_str(&format!("test: {}, ignore_message: {reason}\n\n", test.name));
        }
        if unsupported > 0 {
            text.push_str(&format!(
                "note: {unsupported} of the failed tests did what the machine does not support, which says nothing of the tests\n\n",
            ));
        }
        text
    }

    /// What tests printed, and then their names.
    fn outputs(&self, what: &str, tests: &[(&TestCase, TestReport)]) -> String {
        let mut text = format!("\n{what}:\n");
        let outputs = tests.iter().filter(|(_, report)| !self.is_uncaptured && !report.output.is_empty());
        for (test, report) in outputs {
            text.push_str(&format!("\n---- {} stdout ----\n{}\n", test.name, report.output.trim_end()));
        }
        text.push_str(&format!("\n\n{what}:\n"));
        for (test, _) in tests {
            text.push_str(&format!("    {}\n", test.name));
        }
        text
    }

    fn character(&mut self, character: char) -> String {
        self.column += 1;
        match self.column % TERSE_COLUMNS == TERSE_COLUMNS - 1 {
            true => format!("{character}{}", self.progress()),
            false => character.to_string(),
        }
    }

    fn progress(&mut self) -> String {
        self.column = 0;
        let TestSummary { passed, failed, ignored, .. } = self.summary;
        format!(" {}/{}\n", passed + failed + ignored, self.of)
    }
}

/// The names of tests, as `--list` shows them.
pub(crate) fn list(format: TestFormat, tests: &[&TestCase]) -> String {
    let mut text = String::new();
    let (benchmarks, others): (Vec<&TestCase>, Vec<&TestCase>) =
        tests.iter().partition(|test| test.mode == TestMode::Benchmark);
    for test in tests {
        let kind = if test.mode == TestMode::Benchmark { "benchmark" } else { "test" };
        text.push_str(&format!("{}: {kind}\n", test.name));
    }
    if format == TestFormat::Pretty {
        let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        text.push_str(if tests.is_empty() { "" } else { "\n" });
        text.push_str(&format!(
            "{}, {}\n",
            count(others.len(), "test"),
            count(benchmarks.len(), "benchmark")
        ));
    }
    text
}

/// An event of a test, as an object.
fn json_event(test: &TestCase, event: &str, more: &str) -> String {
    format!("{{ \"type\": \"test\", \"name\": \"{}\", \"event\": \"{event}\"{more} }}\n", escaped(&test.name))
}

/// Text within a string of JSON, with the escapes that libtest uses.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '"' => escaped.push_str("\\\""),
            '\\' => escaped.push_str("\\\\"),
            '\u{8}' => escaped.push_str("\\b"),
            '\t' => escaped.push_str("\\t"),
            '\n' => escaped.push_str("\\n"),
            '\u{c}' => escaped.push_str("\\f"),
            '\r' => escaped.push_str("\\r"),
            '\0'..'\u{20}' | '\u{7f}' => {
                let _ = write!(escaped, "\\u{:04x}", u32::from(character));
            }
            other => escaped.push(other),
        }
    }
    escaped
}
