//! What is printed about tests, in libtest's words and formats, so that people and tools need not learn others.
//!
//! The formats are those of `library/test/src/formatters` in rust-lang/rust. There are three differences: tests are reported in the
//! order of their names also if several run at once, a failure that libtest does not know has its kind in parentheses, and a line at
//! the end counts the tests that did what the machine does not support.

use crate::{TestCase, TestMode};
use std::fmt::Write;
use std::time::Duration;

/// How a test ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TestOutcome {
    /// It passed.
    Passed,
    /// It panicked, or did not though it should, or returned an error, or ended the process.
    Failed,
    /// It has Undefined Behavior.
    UndefinedBehavior,
    /// It did what the machine does not support, which is no fault of the test.
    Unsupported,
    /// It reached a limit, such as the one on its time.
    LimitReached,
}

impl TestOutcome {
    /// The kind of the failure, if libtest does not know such failures.
    fn kind(self) -> Option<&'static str> {
        match self {
            TestOutcome::Passed | TestOutcome::Failed => None,
            TestOutcome::UndefinedBehavior => Some("Undefined Behavior"),
            TestOutcome::Unsupported => Some("unsupported operation"),
            TestOutcome::LimitReached => Some("limit reached"),
        }
    }
}

/// What is known of a test that ran.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestReport {
    /// How it ended.
    pub outcome: TestOutcome,
    /// What it printed, and the machine's report.
    pub output: String,
    /// Why it failed, where libtest says so itself.
    pub message: Option<String>,
}

impl TestReport {
    /// A report without a message.
    pub fn new(outcome: TestOutcome, output: impl Into<String>) -> TestReport {
        TestReport { outcome, output: output.into(), message: None }
    }
}

/// How many tests ended in which way.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct TestSummary {
    /// Tests that passed.
    pub passed: usize,
    /// Tests that failed, for whatever reason.
    pub failed: usize,
    /// Failed tests that did what the machine does not support.
    pub unsupported: usize,
    /// Tests that did not run because they are ignored.
    pub ignored: usize,
    /// Tests that were not selected.
    pub filtered_out: usize,
}

impl TestSummary {
    /// Whether no test failed.
    pub fn is_ok(&self) -> bool {
        self.failed == 0
    }
}

/// The format of what is printed.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum TestFormat {
    /// A line for each test.
    #[default]
    Pretty,
    /// A character for each test that does not fail.
    Terse,
    /// A JSON object for each event, one a line.
    Json,
}

/// How tests are reported.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ReportOptions {
    /// The format.
    pub format: TestFormat,
    /// Whether results have colors.
    pub has_color: bool,
    /// Whether one test runs at a time, so that its name can be printed before it runs.
    pub is_serial: bool,
    /// Whether output is printed when a test ends, and not after all tests.
    pub is_uncaptured: bool,
    /// Whether output of tests that pass is printed after all tests.
    pub shows_output: bool,
    /// Whether the time of each test is printed.
    pub shows_times: bool,
}

/// The colors of a terminal that libtest uses.
#[derive(Copy, Clone)]
enum Color {
    Red = 31,
    Green = 32,
    Yellow = 33,
}

/// In terse format, a line has so many characters before its count of tests.
const TERSE_COLUMNS: usize = 88;

/// Writes the report on the tests of a target.
pub(crate) struct Reporter<'a> {
    options: ReportOptions,
    pub summary: TestSummary,
    total: usize,
    column: usize,
    failures: Vec<(&'a TestCase, String)>,
    successes: Vec<(&'a TestCase, String)>,
    ignored: Vec<(&'a TestCase, &'a str)>,
}

impl<'a> Reporter<'a> {
    pub fn new(options: ReportOptions) -> Reporter<'a> {
        Reporter {
            options,
            summary: TestSummary::default(),
            total: 0,
            column: 0,
            failures: Vec::new(),
            successes: Vec::new(),
            ignored: Vec::new(),
        }
    }

    /// The text before the first of `total` tests.
    pub fn begin(&mut self, total: usize) -> String {
        self.total = total;
        match self.options.format {
            TestFormat::Json => {
                format!("{{ \"type\": \"suite\", \"event\": \"started\", \"test_count\": {total} }}\n")
            }
            _ => format!("\nrunning {total} test{}\n", if total == 1 { "" } else { "s" }),
        }
    }

    /// The text when a test starts, or would if it were not ignored.
    pub fn start(&self, test: &TestCase, is_ignored: bool) -> String {
        match self.options.format {
            TestFormat::Json => {
                let name = escaped(&test.name);
                format!("{{ \"type\": \"test\", \"event\": \"started\", \"name\": \"{name}\" }}\n")
            }
            TestFormat::Pretty if self.options.is_serial => name_and_mode(test, is_ignored),
            _ => String::new(),
        }
    }

    /// The text for a test that has run for long.
    pub fn slow(&self, test: &TestCase, seconds: u64) -> String {
        match self.options.format {
            TestFormat::Json => {
                let name = escaped(&test.name);
                format!("{{ \"type\": \"test\", \"event\": \"timeout\", \"name\": \"{name}\" }}\n")
            }
            _ => format!("test {} has been running for over {seconds} seconds\n", test.name),
        }
    }

    /// The text for a test that does not run.
    pub fn ignore(&mut self, test: &'a TestCase, reason: &'a str) -> String {
        self.summary.ignored += 1;
        self.ignored.push((test, reason));
        match self.options.format {
            TestFormat::Json => {
                let message = format!(", \"message\": \"{}\"", escaped(reason));
                json_event(test, "ignored", if reason.is_empty() { "" } else { &message })
            }
            TestFormat::Terse => self.character('i', Color::Yellow),
            TestFormat::Pretty => {
                let reason = if reason.is_empty() { String::new() } else { format!(", {reason}") };
                let name = if self.options.is_serial { String::new() } else { name_and_mode(test, true) };
                format!("{name}{}\n", self.colored(&format!("ignored{reason}"), Color::Yellow))
            }
        }
    }

    /// The text for a test that ran.
    pub fn finish(&mut self, test: &'a TestCase, report: TestReport, took: Duration) -> String {
        let TestReport { outcome, output, message } = report;
        let passed = outcome == TestOutcome::Passed;
        let mut text = String::new();
        // A failure in terse format has its own line, and the line before it does not count it.
        if self.options.format == TestFormat::Terse && !passed && self.column != 0 {
            text.push_str(&self.progress());
        }
        match outcome {
            TestOutcome::Passed => self.summary.passed += 1,
            _ => self.summary.failed += 1,
        }
        self.summary.unsupported += usize::from(outcome == TestOutcome::Unsupported);
        if self.options.is_uncaptured && self.options.format != TestFormat::Json {
            text.push_str(&output);
        }
        let result = match outcome.kind() {
            _ if passed => self.colored("ok", Color::Green),
            None => self.colored("FAILED", Color::Red),
            Some(kind) => self.colored(&format!("FAILED ({kind})"), Color::Red),
        };
        match self.options.format {
            TestFormat::Json => {
                let mut more = String::new();
                if self.options.shows_times {
                    more.push_str(&format!(", \"exec_time\": {}", took.as_secs_f64()));
                }
                if (self.options.shows_output || !passed) && !output.is_empty() {
                    more.push_str(&format!(", \"stdout\": \"{}\"", escaped(&output)));
                }
                if let Some(message) = message.as_deref().or(outcome.kind()) {
                    more.push_str(&format!(", \"message\": \"{}\"", escaped(message)));
                }
                text.push_str(&json_event(test, if passed { "ok" } else { "failed" }, &more));
            }
            TestFormat::Terse if passed => text.push_str(&self.character('.', Color::Green)),
            TestFormat::Terse => text.push_str(&format!("{} --- {result}\n", test.name)),
            TestFormat::Pretty => {
                let name = if self.options.is_serial { String::new() } else { name_and_mode(test, false) };
                let time = match self.options.shows_times {
                    true => format!(" <{:.3}s>", took.as_secs_f64()),
                    false => String::new(),
                };
                text.push_str(&format!("{name}{result}{time}\n"));
            }
        }
        let note = message.map_or_else(String::new, |message| format!("note: {message}"));
        let kept = match self.options.is_uncaptured {
            true => note,
            false => output + &note,
        };
        match passed {
            true => self.successes.push((test, kept)),
            false => self.failures.push((test, kept)),
        }
        text
    }

    /// The text after the last test.
    pub fn end(&self, took: Duration) -> String {
        let TestSummary { passed, failed, ignored, filtered_out, unsupported } = self.summary;
        if self.options.format == TestFormat::Json {
            let event = if self.summary.is_ok() { "ok" } else { "failed" };
            return format!(
                "{{ \"type\": \"suite\", \"event\": \"{event}\", \"passed\": {passed}, \"failed\": {failed}, \
                 \"ignored\": {ignored}, \"measured\": 0, \"filtered_out\": {filtered_out}, \"exec_time\": {} }}\n",
                took.as_secs_f64()
            );
        }
        let mut text = String::new();
        if self.options.shows_output {
            text.push_str(&outputs("successes", &self.successes));
        }
        if !self.failures.is_empty() {
            text.push_str(&outputs("failures", &self.failures));
        }
        let result = match self.summary.is_ok() {
            true => self.colored("ok", Color::Green),
            false => self.colored("FAILED", Color::Red),
        };
        text.push_str(&format!(
            "\ntest result: {result}. {passed} passed; {failed} failed; {ignored} ignored; 0 measured; \
             {filtered_out} filtered out; finished in {:.2}s\n\n",
            took.as_secs_f64()
        ));
        if let (TestFormat::Terse, 1, [(test, reason)]) = (self.options.format, self.total, &*self.ignored)
            && !reason.is_empty()
        {
            text.push_str(&format!("test: {}, ignore_message: {reason}\n\n", test.name));
        }
        if unsupported > 0 {
            let tests = if unsupported == 1 { "1 test".to_owned() } else { format!("{unsupported} tests") };
            text.push_str(&format!(
                "note: {tests} failed on operations that the machine does not support, which is no fault of the tests\n\n",
            ));
        }
        text
    }

    fn character(&mut self, character: char, color: Color) -> String {
        self.column += 1;
        let character = self.colored(&character.to_string(), color);
        match self.column % TERSE_COLUMNS == TERSE_COLUMNS - 1 {
            true => character + &self.progress(),
            false => character,
        }
    }

    fn progress(&mut self) -> String {
        self.column = 0;
        let TestSummary { passed, failed, ignored, .. } = self.summary;
        format!(" {}/{}\n", passed + failed + ignored, self.total)
    }

    fn colored(&self, word: &str, color: Color) -> String {
        match self.options.has_color {
            true => format!("\x1b[{}m{word}\x1b[0m", color as u8),
            false => word.to_owned(),
        }
    }
}

/// The beginning of a test's line. An ignored test has no mode.
fn name_and_mode(test: &TestCase, is_ignored: bool) -> String {
    match test.mode.description().filter(|_| !is_ignored) {
        Some(mode) => format!("test {} - {mode} ... ", test.name),
        None => format!("test {} ... ", test.name),
    }
}

/// What tests printed, and then their names.
fn outputs(what: &str, tests: &[(&TestCase, String)]) -> String {
    let mut text = format!("\n{what}:\n");
    let mut printed = tests.iter().filter(|(_, output)| !output.is_empty()).peekable();
    if printed.peek().is_some() {
        text.push('\n');
    }
    for (test, output) in printed {
        text.push_str(&format!("---- {} stdout ----\n{output}\n", test.name));
    }
    text.push_str(&format!("\n{what}:\n"));
    for (test, _) in tests {
        text.push_str(&format!("    {}\n", test.name));
    }
    text
}

/// The names of tests, as `--list` shows them.
pub(crate) fn list(format: TestFormat, tests: &[&TestCase]) -> String {
    let kind = |test: &TestCase| if test.mode == TestMode::Benchmark { "benchmark" } else { "test" };
    if format == TestFormat::Json {
        return list_as_json(tests, kind);
    }
    let mut text: String = tests.iter().map(|test| format!("{}: {}\n", test.name, kind(test))).collect();
    if format == TestFormat::Pretty {
        let benchmarks = tests.iter().filter(|test| test.mode == TestMode::Benchmark).count();
        let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        text.push_str(if tests.is_empty() { "" } else { "\n" });
        text.push_str(&format!(
            "{}, {}\n",
            count(tests.len() - benchmarks, "test"),
            count(benchmarks, "benchmark")
        ));
    }
    text
}

fn list_as_json(tests: &[&TestCase], kind: impl Fn(&TestCase) -> &'static str) -> String {
    let mut text = String::from("{ \"type\": \"suite\", \"event\": \"discovery\" }\n");
    for test in tests {
        let location = &test.location;
        text.push_str(&format!(
            "{{ \"type\": \"{}\", \"event\": \"discovered\", \"name\": \"{}\", \"ignore\": {}, \
             \"ignore_message\": \"{}\", \"source_path\": \"{}\", \"start_line\": {}, \"start_col\": {}, \
             \"end_line\": {}, \"end_col\": {} }}\n",
            kind(test),
            escaped(&test.name),
            test.ignored.is_some(),
            escaped(test.ignored.as_deref().unwrap_or_default()),
            escaped(&location.file),
            location.start.0,
            location.start.1,
            location.end.0,
            location.end.1,
        ));
    }
    let benchmarks = tests.iter().filter(|test| test.mode == TestMode::Benchmark).count();
    let ignored = tests.iter().filter(|test| test.ignored.is_some()).count();
    text.push_str(&format!(
        "{{ \"type\": \"suite\", \"event\": \"completed\", \"tests\": {}, \"benchmarks\": {benchmarks}, \
         \"total\": {}, \"ignored\": {ignored} }}\n",
        tests.len() - benchmarks,
        tests.len()
    ));
    text
}

/// An event of a test, as a JSON object.
fn json_event(test: &TestCase, event: &str, more: &str) -> String {
    format!("{{ \"type\": \"test\", \"name\": \"{}\", \"event\": \"{event}\"{more} }}\n", escaped(&test.name))
}

/// Text within a JSON string, with the escapes that libtest uses.
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
