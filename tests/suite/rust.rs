//! Ordinary Rust on the machine, against its file suites and rustc.
//!
//! Files in `tests/rust/ub` have Undefined Behavior, and say so where it happens, as those in `tests/run/ub` do (see `run.rs`). If it
//! happens in the library, the line is the one of the user's that called it. Files in `tests/rust/pass` have none: they end well, and
//! print what the program prints that rustc makes of them.

use crate::TOOL;
use crate::library::has_library;
use rustassay_lang::Directives;
use rustassay_testing::{annotations, assert_all, code, first_error, reference_rustc, rustc, stderr, suite};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};

/// The aliasing models, as files and the command call them.
const MODELS: [&str; 3] = ["tree", "stacked", "none"];

/// Runs a file, and says what happened; or why nothing did.
fn run(path: &Path, options: &[&str]) -> Result<Value, String> {
    let output = TOOL
        .command()
        .args(["run", "--json", "--step-limit", "50000000"])
        .arg("--rustc")
        .arg(reference_rustc())
        .args(options)
        .arg(path)
        .output()
        .expect("the binary runs");
    serde_json::from_slice(&output.stdout).map_err(|_| format!("code {}: {}", code(&output), stderr(&output)))
}

/// The line of the user's code at which a program stopped.
fn users_line(data: &Value) -> Option<usize> {
    let calls = data["calls"].as_array()?;
    let call = calls.iter().find(|call| call["is_users"] == true)?;
    usize::try_from(call["place"]["line"].as_u64()?).ok()
}

#[test]
fn undefined_behavior_is_found_in_the_users_code() {
    if !has_library() {
        return;
    }
    assert_all(&suite("rust/ub"), |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let mut against = Vec::new();
        let expected = annotations(&text);
        if expected.is_empty() {
            against.push("it expects no error".to_owned());
        }
        for model in MODELS {
            let expected = expected.iter().find(|error| error.only.is_none_or(|only| only == model));
            let data = match run(path, &["--aliasing", model]) {
                Ok(data) => data,
                Err(why) => {
                    against.push(format!("{model}: {why}"));
                    continue;
                }
            };
            let message = data["message"].as_str().unwrap_or_default();
            let is_right = match expected {
                Some(error) => {
                    data["ending"] == "undefined-behavior"
                        && users_line(&data) == Some(error.line)
                        && message.contains(error.message)
                }
                None => data["ending"] == "finished",
            };
            if !is_right {
                let line = users_line(&data);
                against.push(format!("{model}: {}: {message} on line {line:?}", data["ending"]));
            }
        }
        against
    });
}

/// What the program prints that rustc makes of a file.
fn compiled_output(path: &Path) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let executable = folder.path().join("program");
    // The name that `run` gives to the crate, which names of types have in them.
    let name = path.file_stem().unwrap_or_default().to_string_lossy().replace('-', "_");
    let compiled = rustc(&reference_rustc(), path, 0)
        .args(Directives::of(&std::fs::read_to_string(path).unwrap()).flags)
        .args(["--crate-name", &name, "-Cdebuginfo=0", "--cap-lints=allow", "-Cprefer-dynamic", "-Crpath"])
        .arg("-o")
        .arg(&executable)
        .output()
        .expect("rustc runs");
    if !compiled.status.success() {
        return Err(first_error(&compiled.stderr));
    }
    let ran = Command::new(&executable).stdin(Stdio::null()).output().unwrap();
    match ran.status.success() {
        true => Ok(String::from_utf8_lossy(&ran.stdout).into_owned()),
        false => Err(format!("compiled, it fails: {}", ran.status)),
    }
}

#[test]
fn programs_without_undefined_behavior_print_what_compiled_ones_do() {
    if !has_library() {
        return;
    }
    assert_all(&suite("rust/pass"), |path| {
        let expected = match compiled_output(path) {
            Ok(expected) => expected,
            Err(why) => return vec![why],
        };
        let mut against = Vec::new();
        for options in [&["--aliasing", "tree"][..], &["--aliasing", "stacked", "--seed", "1"]] {
            match run(path, options) {
                Ok(data) => {
                    let has_ended = data["ending"] == "finished" || data["exit_code"] == 0;
                    if !has_ended || data["stdout"] != expected.as_str() {
                        let what = format!("{} {}", data["ending"], data["message"]);
                        against.push(format!("{options:?}: {what}, it prints\n{}", data["stdout"]));
                    }
                    if data["leaks"] != 0 || data["remaining_threads"] != 0 {
                        against.push(format!("{options:?}: it leaks memory, or leaves threads"));
                    }
                }
                Err(why) => against.push(format!("{options:?}: {why}")),
            }
        }
        against
    });
}

#[test]
fn threads_show_the_outcomes_that_the_memory_model_allows_and_no_others() {
    if !has_library() {
        return;
    }
    assert_all(&suite("rust/outcomes"), |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let first = text.lines().next().unwrap_or_default();
        let expected = first.strip_prefix("//@ outcomes: ").expect("the first line lists the outcomes");
        match run(path, &[]) {
            Ok(data) if data["stdout"] == format!("{expected}\n") => Vec::new(),
            Ok(data) => vec![format!("{} {}, it prints {}", data["ending"], data["message"], data["stdout"])],
            Err(why) => vec![why],
        }
    });
}
