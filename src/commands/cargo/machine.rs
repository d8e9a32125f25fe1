//! One program of a project, or one function of it, in a process of its own.

use crate::commands::Status;
use rustassay_cargo::{CompiledProgram, RunnerSettings, TestOutcome, TestReport};
use rustassay_process::{End, ResourceLimits, Scratch, Task};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The command line of `rustassay` that runs a program, or one function of it.
pub fn command_line(
    settings: &RunnerSettings,
    program: &CompiledProgram,
    function: Option<&str>,
) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec!["run".into()];
    words.extend(settings.machine_flags.iter().map(OsString::from));
    let mut option = |name: &str, value: &Path| words.extend([name.into(), value.as_os_str().to_owned()]);
    option("--sources", &settings.sources);
    if let Some(folder) = &settings.stock {
        option("--stock", folder);
    }
    for folder in &settings.overlay {
        option("--overlay", folder);
    }
    for folder in &program.folders {
        option("-L", folder);
    }
    for (name, value) in [
        ("CARGO_MANIFEST_DIR", program.package_folder.to_string_lossy()),
        ("CARGO_PKG_NAME", (&*program.package).into()),
    ] {
        words.extend(["--env".into(), format!("{name}={value}").into()]);
    }
    // Frames of these crates are the user's, too.
    words.extend(settings.users_crates.iter().flat_map(|name| ["--users-crate".into(), name.into()]));
    words.extend(function.into_iter().flat_map(|function| ["--entry".into(), function.into()]));
    if program.panic_aborts {
        words.push("--rustc-flag=-Cpanic=abort".into());
    }
    words.push(program.metadata.as_os_str().to_owned());
    words
}

/// A file for the profile of the next program that this process runs, if profiles are wanted.
pub fn profile_file(settings: &RunnerSettings) -> Option<PathBuf> {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    Some(settings.profiles.as_ref()?.join(format!("{}-{number}.folded", std::process::id())))
}

/// Runs a function within bounds, so that one that takes too long harms no other.
pub fn test_function(
    settings: &RunnerSettings,
    program: &CompiledProgram,
    function: Option<&str>,
) -> TestReport {
    match finish(settings, program, function) {
        Ok(report) => report,
        Err(why) => TestReport { outcome: TestOutcome::Unsupported, output: format!("error: {why}\n") },
    }
}

fn finish(
    settings: &RunnerSettings,
    program: &CompiledProgram,
    function: Option<&str>,
) -> Result<TestReport, String> {
    let own = std::env::current_exe().map_err(|error| format!("cannot find `rustassay`: {error}"))?;
    let scratch = Scratch::new().map_err(|error| format!("cannot make a folder for the test: {error}"))?;
    let time = Duration::from_secs(settings.timeout);
    // Others may use the processors, too; only time on one counts.
    let limits = ResourceLimits { cpu: time, wall: time * 20, ..ResourceLimits::default() };
    let mut task = Task::new(&own, scratch.path()).limits(limits);
    task = task.args(command_line(settings, program, function));
    let profile = scratch.path().join("profile.folded");
    let kept = profile_file(settings);
    if kept.is_some() {
        task = task.arg("--profile").arg(&profile);
    }
    for name in ["HOME", "XDG_CACHE_HOME", "PATH", "NO_COLOR"] {
        if let Some(value) = std::env::var_os(name) {
            task = task.env(name, value);
        }
    }
    let finished = rustassay_process::run(&task).map_err(|error| error.to_string())?;
    if let Some(kept) = kept {
        // A test that was stopped has none.
        let _ = std::fs::copy(&profile, kept);
    }
    let mut output = String::from_utf8_lossy(&finished.stdout).into_owned();
    output.push_str(&String::from_utf8_lossy(&finished.stderr));
    let code = if let End::Exited(code) = finished.end { status(code) } else { None };
    let outcome = match (code, finished.end) {
        (Some(Status::Success), _) => TestOutcome::Passed,
        (Some(Status::Found), _) => TestOutcome::UndefinedBehavior,
        (Some(Status::Unusable), _) => TestOutcome::Unsupported,
        (Some(Status::Panicked), _) => TestOutcome::Failed,
        (Some(Status::Exhausted), _) => TestOutcome::LimitReached,
        (None, End::Exited(_) | End::Signaled { .. }) => {
            output.push_str(&format!(
                "error: the machine itself failed, which is a bug of rustassay: {}\n",
                finished.end
            ));
            TestOutcome::Unsupported
        }
        (None, end) => {
            let hint = if end == End::TimedOut { "; `--timeout` gives it more time" } else { "" };
            output.push_str(&format!("error: the test was {end}{hint}\n"));
            TestOutcome::LimitReached
        }
    };
    Ok(TestReport { outcome, output })
}

/// What `rustassay run` ended with, by its exit code.
fn status(code: i32) -> Option<Status> {
    [Status::Success, Status::Found, Status::Unusable, Status::Panicked, Status::Exhausted]
        .into_iter()
        .find(|status| *status as i32 == code)
}
