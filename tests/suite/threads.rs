//! Programs with threads as the command runs them: all executions, one of them again, many seeds, and what is told of those that fail.

use crate::TOOL;
use crate::library::has_library;
use rustassay_testing::{assert_all, code, reference_rustc, repository, stderr, stdout, suite};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Output;

fn run(path: &Path, options: &[&str]) -> Output {
    let mut command = TOOL.command();
    command.args(["run", "--rustc"]).arg(reference_rustc()).arg(path).args(options);
    command.output().expect("the binary runs")
}

fn data(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}{}", stdout(output), stderr(output)))
}

fn program(name: &str) -> PathBuf {
    repository().join("tests/threads/exhaustive").join(name)
}

/// An outcome as the files list it: what is printed, or else how the execution ends.
fn listed(outcome: &Value) -> String {
    match (outcome["ending"].as_str().unwrap_or_default(), &outcome["exit_code"]) {
        ("finished", _) => outcome["stdout"].as_str().unwrap_or_default().trim().to_owned(),
        ("exited", code) => format!("exited {code}"),
        (ending, _) => ending.to_owned(),
    }
}

#[test]
fn an_exploration_finds_all_outcomes_that_the_file_lists_and_no_others() {
    if !has_library() {
        return;
    }
    assert_all(&suite("threads/exhaustive"), |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let first = text.lines().next().unwrap_or_default();
        let expected = first.strip_prefix("//@ outcomes: ").expect("the first line lists the outcomes");
        let expected: BTreeSet<String> = expected.split(" | ").map(str::to_owned).collect();
        let found = data(&run(path, &["--exhaustive", "--json"]));
        let outcomes = found["outcomes"].as_array().expect("there are outcomes");
        let mut against = Vec::new();
        let seen: BTreeSet<String> = outcomes.iter().map(listed).collect();
        if seen != expected {
            against.push(format!("it shows {seen:?} in {} executions", found["executions"]));
        }
        if found["is_complete"] != true {
            against.push(format!("{}", found["unexplored"]));
        }
        against
    });
}

#[test]
fn a_failing_execution_is_told_and_a_replay_shows_the_same() {
    if !has_library() {
        return;
    }
    for name in
        ["relaxed-flag.rs", "mutexes-in-two-orders.rs", "panicking-thread.rs", "notified-too-early.rs"]
    {
        let path = program(name);
        let found = data(&run(&path, &["--exhaustive", "--json"]));
        let outcomes = found["outcomes"].as_array().expect("there are outcomes");
        let fails = |outcome: &&Value| outcome["ending"] != "finished";
        let failing = outcomes.iter().find(fails).expect("one execution fails");
        let schedule = failing["schedule"].as_str().expect("it has a schedule");
        let replayed = data(&run(&path, &["--replay", schedule, "--json"]));
        for part in ["ending", "exit_code", "message", "stdout", "stderr"] {
            assert_eq!(replayed[part], failing[part], "{name}: {part}");
        }
        // The same happens at the same places. Addresses among the values may be others.
        for part in ["kind", "place", "memory", "thread"] {
            let parts = |run: &Value| -> Vec<Value> {
                let story = run["story"].as_array().expect("it has a story");
                story.iter().map(|event| event[part].clone()).collect()
            };
            assert_eq!(parts(&replayed), parts(failing), "{name}: {part} of the story");
        }
        // The same by what people read.
        let text = stdout(&run(&path, &["--exhaustive"]));
        let again = text.lines().find_map(|line| line.trim().strip_prefix("to see it again: "));
        let again = again.unwrap_or_else(|| panic!("{name}: {text}"));
        assert!(again.contains(" run --rustc ") && again.ends_with(&format!("--replay {schedule}")));
        let output = run(&path, &["--replay", schedule]);
        let told = stderr(&output);
        let message = failing["message"].as_str().unwrap_or_default();
        let is_told = told.contains(message) || failing["ending"] == "exited";
        assert!(is_told && told.contains("starts thread 1"), "{name}: {told}");
        assert_ne!(code(&output), 0, "{name}");
    }
}

#[test]
fn a_story_says_which_store_a_load_reads() {
    if !has_library() {
        return;
    }
    let text = stdout(&run(&program("relaxed-flag.rs"), &["--exhaustive"]));
    let stores = text.contains("thread 1 stores 1 in `relaxed_flag::IS_READY` (Relaxed)");
    let loads = text.lines().any(|line| {
        line.contains(
            "thread 0 `main` loads 1 from `relaxed_flag::IS_READY` (Relaxed), which thread 1 stored at",
        ) && line.contains("relaxed-flag.rs:11:")
    });
    assert!(stores && loads, "{text}");
}

#[test]
fn a_schedule_that_is_none_of_the_program_is_refused() {
    if !has_library() {
        return;
    }
    for (schedule, why) in
        [("1", "thread 1 cannot take action 1"), ("0", "the program goes on after action 1")]
    {
        let output = run(&program("lost-update.rs"), &["--replay", schedule]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(why), "{}", stderr(&output));
    }
    let output = run(&program("lost-update.rs"), &["--replay", "0,x"]);
    assert!(
        code(&output) == 2 && stderr(&output).contains("`x` is no part of a schedule"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_schedule_is_read_from_a_file_as_well() {
    if !has_library() {
        return;
    }
    let path = program("panicking-thread.rs");
    let found = data(&run(&path, &["--exhaustive", "--json"]));
    let outcomes = found["outcomes"].as_array().expect("there are outcomes");
    let failing = outcomes.iter().find(|outcome| outcome["ending"] == "exited").expect("one fails");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("schedule");
    std::fs::write(&file, format!("{}\n", failing["schedule"].as_str().unwrap())).unwrap();
    let output = run(&path, &["--replay", file.to_str().unwrap()]);
    assert!(stderr(&output).contains("the other thread was first"), "{}", stderr(&output));
}

#[test]
fn of_many_seeds_the_first_that_fails_is_told_whoever_is_first() {
    if !has_library() {
        return;
    }
    let path = repository().join("tests/threads/seldom-failing.rs");
    let codes: Vec<i32> =
        (0..24).map(|seed: u64| code(&run(&path, &["--seed", &seed.to_string()]))).collect();
    let first = codes.iter().position(|code| *code != 0).expect("some seed fails");
    assert!(first > 0, "the first seed is no test: {codes:?}");
    let all = run(&path, &["--seeds", "0..24"]);
    assert_eq!(code(&all), codes[first]);
    let again = format!("--seed {first}\n");
    assert!(stderr(&all).contains(&again), "{codes:?}: {}", stderr(&all));
    let failing = codes.iter().filter(|code| **code != 0).count();
    let kept = run(&path, &["--seeds", "0..24", "--keep-going"]);
    assert_eq!(stderr(&kept).matches("to see it again: ").count(), failing, "{codes:?}: {}", stderr(&kept));
}

#[test]
fn a_deadlock_is_told_with_the_calls_of_each_thread() {
    if !has_library() {
        return;
    }
    let path = repository().join("tests/threads/deadlock.rs");
    let output = run(&path, &[]);
    let told = stderr(&output);
    assert_eq!(code(&output), 3, "{told}");
    for part in ["thread 0 `main` waits for the end of thread 1", "thread 1 waits to be woken"] {
        assert!(told.contains(part), "{told}");
    }
    assert!(told.contains("deadlock::main\n") && told.contains("deadlock::main::{closure#0}\n"), "{told}");
    let threads = data(&run(&path, &["--json"]))["threads"].clone();
    let backtraces: Vec<String> =
        threads.as_array().unwrap().iter().map(|thread| thread["backtrace"].to_string()).collect();
    assert!(
        backtraces.len() == 2 && backtraces.iter().all(|calls| calls.contains("deadlock::main")),
        "{threads}"
    );
}
