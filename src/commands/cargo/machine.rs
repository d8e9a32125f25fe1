//! One program of a project, or one function of it, in a process of its own.

use crate::commands::Status;
use rustassay_cargo::{CompiledProgram, RunnerSettings, TestCase, TestMode, TestOutcome, TestReport};
use rustassay_process::{End, ResourceLimits, Scratch, Task};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A program, and how it is started.
pub struct Launch<'a> {
    pub settings: &'a RunnerSettings,
    pub program: &'a CompiledProgram,
    /// The program's own name in `std::env::args`.
    pub name: OsString,
    /// The folder that it runs in.
    pub folder: PathBuf,
}

impl Launch<'_> {
    /// The command line of `rustassay` that runs the program, or one function of it.
    pub fn command_line(&self, function: Option<&str>) -> Vec<OsString> {
        let Launch { settings, program, .. } = self;
        let mut words: Vec<OsString> = vec!["run".into()];
        // Before the flags, which may set these variables to other values.
        words.extend(forwarded_variables().flat_map(|name| ["--env-forward".into(), name.into()]));
        words.extend(settings.machine_flags.iter().map(OsString::from));
        if let Some(timeout) = settings.timeout {
            words.push(format!("--timeout={}", humantime::format_duration(timeout)).into());
        }
        words.extend(program.flags.iter().map(|flag| format!("--rustc-flag={flag}").into()));
        let mut option = |name: &str, value: &OsStr| words.extend([name.into(), value.to_owned()]);
        option("--program-name", &self.name);
        option("--folder", self.folder.as_os_str());
        option("--sources", settings.sources.as_os_str());
        if let Some(folder) = &settings.stock {
            option("--stock", folder.as_os_str());
        }
        for folder in &settings.overlay {
            option("--overlay", folder.as_os_str());
        }
        for folder in &program.folders {
            option("-L", folder.as_os_str());
        }
        for name in &settings.users_crates {
            option("--users-crate", name.as_ref());
        }
        if let Some(function) = function {
            option("--entry", function.as_ref());
        }
        words.push(program.metadata.as_os_str().to_owned());
        words
    }

    /// Runs a test, or `main`, within limits, so that a test that takes too long or too much memory fails alone.
    pub fn test(&self, test: Option<&TestCase>) -> TestReport {
        self.finish(test)
            .unwrap_or_else(|why| TestReport::new(TestOutcome::Unsupported, format!("error: {why}\n")))
    }

    fn finish(&self, test: Option<&TestCase>) -> Result<TestReport, String> {
        let own = std::env::current_exe().map_err(|error| format!("cannot find `rustassay`: {error}"))?;
        let scratch =
            Scratch::new().map_err(|error| format!("cannot make a folder for the test: {error}"))?;
        // The machine itself decides what the test may touch.
        let mut task = Task::trusted(&own, scratch.path()).limits(limits(self.settings.timeout));
        task = task.args(self.command_line(test.map(|test| &*test.function))).arg("--one-stream");
        task.env = variables().collect();
        let profile = scratch.path().join("profile.folded");
        let kept = profile_file(self.settings);
        if kept.is_some() {
            task = task.arg("--profile").arg(&profile);
        }
        let finished = rustassay_process::run(&task).map_err(|error| error.to_string())?;
        if let Some(kept) = kept {
            // A test that was stopped has none.
            let _ = std::fs::copy(&profile, kept);
        }
        let mut output = String::from_utf8_lossy(&finished.stdout).into_owned();
        let message = match test {
            Some(TestCase { mode: TestMode::ShouldPanic, .. }) => take_message(&mut output),
            _ => None,
        };
        let report = String::from_utf8_lossy(&finished.stderr);
        output.push_str(&report);
        let status = if let End::Exited(code) = finished.end { Status::of(code) } else { None };
        let outcome = match (status, finished.end) {
            (Some(Status::Success), _) => TestOutcome::Passed,
            // Memory may also have leaked, or the output may depend on the seed.
            (Some(Status::Found), _) if !report.contains("error: Undefined Behavior") => TestOutcome::Failed,
            (Some(Status::Found), _) => TestOutcome::UndefinedBehavior,
            (Some(Status::Unusable), _) => TestOutcome::Unsupported,
            (Some(Status::Panicked), _) => TestOutcome::Failed,
            (Some(Status::Exhausted), _) => TestOutcome::LimitReached,
            (None, End::Exited(_) | End::Signaled { .. }) => {
                output.push_str(&format!(
                    "error: rustassay itself failed, which is a bug in it: {}\n",
                    finished.end
                ));
                TestOutcome::Unsupported
            }
            (None, end) => {
                output.push_str(&format!("error: the test was {end}\n"));
                TestOutcome::LimitReached
            }
        };
        Ok(TestReport { outcome, output, message })
    }
}

/// A file for the profile of the next program that this process runs, if profiles are wanted.
pub fn profile_file(settings: &RunnerSettings) -> Option<PathBuf> {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    Some(settings.profiles.as_ref()?.join(format!("{}-{number}.folded", std::process::id())))
}

/// The environment without the variables that `cargo rustassay` sets for its own use.
pub fn variables() -> impl Iterator<Item = (OsString, OsString)> {
    std::env::vars_os().filter(|(name, _)| !name.to_str().is_some_and(RunnerSettings::is_own_variable))
}

/// The variables that cargo sets for programs, and that they have in isolation, too.
fn forwarded_variables() -> impl Iterator<Item = String> {
    std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()).filter(|name| {
        name == "OUT_DIR"
            || ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_EXE_"].iter().any(|start| name.starts_with(start))
    })
}

/// The limits of a test. The machine stops at the time limit by itself, and then knows where the test is; the limit here is for
/// when it is within a long step.
fn limits(timeout: Option<Duration>) -> ResourceLimits {
    const STEP: Duration = Duration::from_secs(5);
    // Other processes share the processors, and a test may wait. Only processor time counts.
    const MOST_WAITING: u32 = 20;
    let time = timeout.map_or(Duration::MAX, |timeout| timeout.saturating_add(STEP));
    let wall = time.saturating_mul(MOST_WAITING);
    ResourceLimits { cpu: time, wall, output: 64 << 20, ..ResourceLimits::default() }
}

/// The message that a test's function prints last, after a null byte, if the test did not panic as expected.
fn take_message(output: &mut String) -> Option<String> {
    let at = output.rfind('\0')?;
    let message = output.split_off(at);
    Some(message[1..].to_owned())
}

/// The folder that this process is in.
pub fn current_folder() -> PathBuf {
    std::env::current_dir().unwrap_or_else(|_| Path::new("/").to_owned())
}
