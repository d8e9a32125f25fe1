//! The options of libtest, and what is shown while tests run.

use super::{FAILURE, Failure};
use crate::commands::output::{draw, say, write_data};
use clap::Parser;
use rustassay_cargo::{
    IgnoredTests, TestCase, TestFormat, TestHarness, TestReport, TestScreen, TestSelection,
};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::num::NonZero;
use std::process::ExitCode;

/// The options of libtest that mean something here.
#[derive(Parser)]
#[command(name = "cargo rustassay test --", no_binary_name = true, disable_version_flag = true)]
pub struct HarnessOptions {
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

    /// Show what tests print as they end
    #[arg(long, visible_alias = "no-capture")]
    nocapture: bool,

    /// Show what tests print even if they pass
    #[arg(long)]
    show_output: bool,

    /// Run so many tests at once; by default as many as there are processors
    #[arg(long, value_name = "N")]
    test_threads: Option<NonZero<usize>>,

    /// The form of what is said
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Format>,

    /// A character for each test: `--format terse`
    #[arg(short, long, conflicts_with = "format")]
    quiet: bool,

    /// Say how long each test took
    #[arg(long)]
    report_time: bool,

    /// Benchmarks run once, with or without this
    #[arg(long, hide = true)]
    bench: bool,

    /// Tests run, with or without this
    #[arg(long, hide = true)]
    test: bool,

    /// Nothing is colored
    #[arg(long, hide = true, value_name = "WHEN")]
    color: Option<String>,

    /// What libtest wants to hear before some of these; here they are always at hand
    #[arg(short = 'Z', hide = true, value_parser = ["unstable-options"])]
    unstable: Vec<String>,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum Format {
    /// A line for each test
    Pretty,
    /// A character for each test that does not fail
    Terse,
    /// An object a line for each event
    Json,
}

/// Whether the words after `--` can be understood.
pub fn check(words: &[OsString]) -> Result<(), Failure> {
    HarnessOptions::read(words).map(|_| ())
}

impl HarnessOptions {
    fn read(words: &[OsString]) -> Result<HarnessOptions, Failure> {
        HarnessOptions::try_parse_from(words).map_err(|error| {
            let _ = error.print();
            Failure::Told
        })
    }

    fn harness(self) -> TestHarness {
        let processors = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        TestHarness {
            selection: TestSelection {
                filters: self.filters,
                skipped: self.skip,
                is_exact: self.exact,
                ignored: match (self.ignored, self.include_ignored) {
                    (true, _) => IgnoredTests::Only,
                    (_, true) => IgnoredTests::Include,
                    _ => IgnoredTests::Skip,
                },
            },
            threads: self.test_threads.unwrap_or(processors),
            format: match self.format {
                Some(Format::Terse) => TestFormat::Terse,
                Some(Format::Json) => TestFormat::Json,
                None if self.quiet => TestFormat::Terse,
                Some(Format::Pretty) | None => TestFormat::Pretty,
            },
            is_uncaptured: self.nocapture,
            shows_output: self.show_output,
            tells_times: self.report_time,
        }
    }
}

/// Lists or runs tests, as the words of libtest's command line say.
pub fn list_or_run(
    words: &[OsString],
    tests: &[TestCase],
    run: impl Fn(&TestCase) -> TestReport + Sync,
) -> Result<ExitCode, Failure> {
    let options = HarnessOptions::read(words)?;
    let is_list = options.list;
    let harness = options.harness();
    if is_list {
        say(&harness.selection.list(tests, harness.format));
        return Ok(ExitCode::SUCCESS);
    }
    let mut screen = Screen::new(harness.format);
    let is_ok = harness.run(tests, run, &mut screen).is_ok();
    Ok(if is_ok { ExitCode::SUCCESS } else { ExitCode::from(FAILURE) })
}

/// A terminal, or what the output is piped to.
struct Screen {
    format: TestFormat,
    has_progress: bool,
    /// Whether there is a line that is to go.
    is_drawn: bool,
}

impl Screen {
    fn new(format: TestFormat) -> Screen {
        let is_seen = std::io::stderr().is_terminal() && std::io::stdout().is_terminal();
        Screen { format, has_progress: is_seen && format == TestFormat::Pretty, is_drawn: false }
    }
}

/// So much of a line is shown, since one that is broken cannot be taken back.
const WIDTH: usize = 78;

impl TestScreen for Screen {
    fn say(&mut self, text: &str) {
        if self.is_drawn {
            draw("\r\x1b[K");
            self.is_drawn = false;
        }
        match self.format {
            TestFormat::Json => write_data(text),
            _ => say(text),
        }
    }

    fn show_progress(&mut self, line: &str) {
        if self.has_progress {
            let line: String = line.chars().filter(|character| !character.is_control()).take(WIDTH).collect();
            draw(&format!("\r\x1b[K{line}"));
            self.is_drawn = true;
        }
    }
}
