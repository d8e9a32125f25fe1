//! What rustc's compile-time evaluator says of a program.

use crate::support::rustc;
use crate::variant::{OTHER_COUNT, OTHER_VALUE};
use serde_json::Value;
use std::path::Path;

/// How an evaluation ended.
#[derive(Debug)]
#[allow(dead_code, reason = "what `Debug` shows of a disagreement")]
pub enum Answer {
    /// The constant has a value.
    Finished,
    /// A value was printed, or a number of values, that was not on the machine.
    PrintedOtherwise(&'static str),
    /// Undefined Behavior: the message, and the line in the file.
    #[allow(missing_docs)]
    Ub { message: String, line: Option<usize> },
    /// The evaluator cannot do what the program does on this line.
    #[allow(missing_docs)]
    OutOfReach { reason: &'static str, line: Option<usize> },
    /// rustc did not get as far as evaluating.
    Rejected(String),
}

/// At compile time, memory has no addresses yet, and an integer cannot be a pointer's bytes.
const ADDRESSES: &str = "an address that has to be known";

const STATICS: &str = "mutable statics";

/// What the evaluator says where a program is out of its reach (`rustc_const_eval`: `UnsupportedOpInfo`, and
/// what `CompileTimeMachine` stops for), and the reason for people. The first that fits counts.
const OUT_OF_REACH: [(&str, &str); 8] = [
    ("calling non-const function", "calls what is no `const fn`: the heap, a destructor, a panic"),
    ("pointer arithmetic or comparison is not supported at compile-time", ADDRESSES),
    ("exposing pointers is not possible at compile-time", ADDRESSES),
    ("unable to turn pointer into integer", ADDRESSES),
    ("encountered a pointer, but expected an integer", ADDRESSES),
    ("constant accesses mutable global memory", STATICS),
    ("modifying a static's initial value", STATICS),
    ("is not supported at compile-time", "an intrinsic that is not for compile time"),
];

/// The evaluator calls intrinsics that are not yet stable at compile time all the same, and says so at the
/// end if nothing else was wrong.
const FEATURE_GATES: &str = "may not be used to circumvent feature gates";

/// Evaluates the constants of a text.
pub fn evaluate(reference: &Path, text: &str) -> Answer {
    let folder = tempfile::tempdir().expect("a folder for the text");
    let path = folder.path().join("program.rs");
    std::fs::write(&path, text).expect("the text can be written");
    let output = rustc(reference, &path, 0)
        .args(["--crate-type=lib", "--emit=metadata", "--cap-lints=allow", "--error-format=json"])
        .args(["-Zunleash-the-miri-inside-of-you", "-Zextra-const-ub-checks", "--out-dir"])
        .arg(folder.path())
        .output()
        .expect("rustc runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let messages: Vec<Value> = stderr.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let errors = || messages.iter().filter(|message| message["level"] == "error");
    let text = |error: &Value| error["message"].as_str().unwrap_or_default().to_owned();
    if let Some(error) = errors().find(|error| error["code"]["code"] == "E0080") {
        return stopped(text(error), line(error, &path));
    }
    match errors().next() {
        None if output.status.success() => Answer::Finished,
        None => Answer::Rejected(stderr.into_owned()),
        Some(error) if text(error).contains(FEATURE_GATES) => Answer::Finished,
        Some(error) => Answer::Rejected(text(error)),
    }
}

/// What it means that the evaluation stopped with this message.
fn stopped(message: String, line: Option<usize>) -> Answer {
    if let Some(other) = [OTHER_VALUE, OTHER_COUNT].into_iter().find(|other| message.contains(other)) {
        return Answer::PrintedOtherwise(other);
    }
    match OUT_OF_REACH.iter().find(|(words, _)| message.contains(words)) {
        Some((_, reason)) => Answer::OutOfReach { reason, line },
        None => Answer::Ub { message, line },
    }
}

/// The line of the innermost call in the file: that of the failure itself, unless it is in the library.
fn line(error: &Value, path: &Path) -> Option<usize> {
    let calls = error["children"].as_array()?.iter().flat_map(|note| note["spans"].as_array()).flatten();
    let mut here =
        calls.filter(|span| span["file_name"].as_str().is_some_and(|name| Path::new(name) == path));
    here.next_back()?["line_start"].as_u64()?.try_into().ok()
}
