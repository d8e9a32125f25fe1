//! The options of libtest, and the screen for its report.

use super::{FAILURE, Failure};
use crate::commands::color::ColorChoice;
use crate::commands::output::{draw, write_data};
use clap::Parser;
use rustassay_cargo::{
    IgnoredTests, ReportOptions, TestCase, TestFormat, TestHarness, TestReport, TestScreen, TestSelection,
};
use rustassay_mir::source::visible;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::num::NonZero;
use std::process::ExitCode;

/// The options of libtest that mean something here.
#[derive(Parser)]
#[command(name = "cargo rustassay test --", no_binary_name = true, disable_version_flag = true)]
pub struct HarnessOptions {
    /// Run only tests whose name contains one of these
    filters: Vec<String>,

    /// Run only tests whose whole name is one of the filters
    #[arg(long)]
    exact: bool,

    /// Do not run tests whose name contains this
    #[arg(long, value_name = "FILTER")]
    skip: Vec<String>,

    /// Run only ignored tests
    #[arg(long, conflicts_with = "include_ignored")]
    ignored: bool,

    /// Run ignored tests, too
    #[arg(long)]
    include_ignored: bool,

    /// Do not run tests that should panic
    #[arg(long)]
    exclude_should_panic: bool,

    /// List the tests, and do not run them
    #[arg(long)]
    list: bool,

    /// Do not start further tests after one failed
    #[arg(long)]
    fail_fast: bool,

    /// Show the output of a test when it ends, and not after all tests
    #[arg(long = "no-capture", visible_alias = "nocapture")]
    no_capture: bool,

    /// Show the output of tests that pass, too
    #[arg(long)]
    show_output: bool,

    /// How many tests run at once; by default as many as there are processors
    #[arg(long, value_name = "N")]
    test_threads: Option<NonZero<usize>>,

    /// The format of the report
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,

    /// Print a character for each test: `--format terse`
    #[arg(short, long, conflicts_with = "format")]
    quiet: bool,

    /// Print how long each test took
    #[arg(long)]
    report_time: bool,

    /// When results have colors
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,

    /// Benchmarks run once, with or without this
    #[arg(long, hide = true)]
    bench: bool,

    /// Tests run, with or without this
    #[arg(long, hide = true)]
    test: bool,

    /// Tests run in processes of their own, with or without this
    #[arg(long, hide = true)]
    force_run_in_process: bool,

    /// libtest needs this for some options
    #[arg(short = 'Z', hide = true, value_parser = ["unstable-options"])]
    unstable: Vec<String>,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum Format {
    /// A line for each test
    Pretty,
    /// A character for each test that does not fail
    Terse,
    /// A JSON object for each event, one a line
    Json,
}

/// Whether these options are valid.
pub fn check(words: &[OsString]) -> Result<(), Failure> {
    HarnessOptions::read(words).map(|_| ())
}

impl HarnessOptions {
    fn read(words: &[OsString]) -> Result<HarnessOptions, Failure> {
        HarnessOptions::try_parse_from(words).map_err(Failure::Words)
    }

    fn harness(self) -> TestHarness {
        let processors = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let is_set = |name| std::env::var(name).is_ok_and(|value| value != "0");
        let threads_wanted = std::env::var("RUST_TEST_THREADS").ok().and_then(|count| count.parse().ok());
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
                excludes_should_panic: self.exclude_should_panic,
            },
            threads: self.test_threads.or(threads_wanted).unwrap_or(processors),
            fails_fast: self.fail_fast,
            report: ReportOptions {
                format: match self.format {
                    Some(Format::Terse) => TestFormat::Terse,
                    Some(Format::Json) => TestFormat::Json,
                    None if self.quiet => TestFormat::Terse,
                    Some(Format::Pretty) | None => TestFormat::Pretty,
                },
                has_color: self.color.holds_for(&std::io::stdout()),
                is_uncaptured: self.no_capture || is_set("RUST_TEST_NOCAPTURE"),
                shows_output: self.show_output,
                shows_times: self.report_time,
                ..ReportOptions::default()
            },
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
        write_data(&harness.selection.list(tests, harness.report.format));
        return Ok(ExitCode::SUCCESS);
    }
    // What a test prints must not command a terminal. Programs get it as it is.
    let is_terminal = std::io::stdout().is_terminal();
    let run = |test: &TestCase| {
        let report = run(test);
        match is_terminal {
            true => TestReport { output: visible(&report.output).into_owned(), ..report },
            false => report,
        }
    };
    let mut screen = Screen::new(harness.report.format);
    let is_ok = harness.run(tests, run, &mut screen).is_ok();
    Ok(if is_ok { ExitCode::SUCCESS } else { ExitCode::from(FAILURE) })
}

/// The report's place: a terminal, or what standard output is piped to.
struct Screen {
    has_progress: bool,
    /// Whether the report is at the beginning of a line.
    is_at_line_start: bool,
    /// Whether there is a line of progress, to be removed.
    is_drawn: bool,
}

impl Screen {
    fn new(format: TestFormat) -> Screen {
        let is_terminal = std::io::stderr().is_terminal() && std::io::stdout().is_terminal();
        Screen {
            has_progress: is_terminal && format == TestFormat::Pretty,
            is_at_line_start: true,
            is_drawn: false,
        }
    }
}

/// The width of a line of progress. A line that the terminal broke could not be removed.
const WIDTH: usize = 78;

impl TestScreen for Screen {
    fn print(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.is_drawn {
            draw("\r\x1b[K");
            self.is_drawn = false;
        }
        self.is_at_line_start = text.ends_with('\n');
        write_data(text);
    }

    fn show_progress(&mut self, line: &str) {
        if self.has_progress && self.is_at_line_start {
            let line: String = line.chars().filter(|character| !character.is_control()).take(WIDTH).collect();
            draw(&format!("\r\x1b[K{line}"));
            self.is_drawn = true;
        }
    }
}
