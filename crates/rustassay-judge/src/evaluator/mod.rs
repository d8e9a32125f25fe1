//! rustc's compile-time evaluator as a backend: the program becomes a constant that checks what the machine printed.
//!
//! The evaluator is the engine that Miri is built on, and finds Undefined Behavior (aliasing aside). What is out of its reach
//! its own words say, and never a disagreement.

pub mod pattern;
pub mod variant;

use rustassay_lang::Release;
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::{Config, Machine};
use rustassay_mir::model::Program;
use rustassay_mir::read::read;
use rustassay_outcome::FullDiagnostic;
use rustassay_process::Finished;
use std::path::Path;
use variant::{OTHER_COUNT, OTHER_VALUE, Variant, records};

/// What lets rustc evaluate anything, and check every copy.
pub const FLAGS: [&str; 2] = ["-Zunleash-the-miri-inside-of-you", "-Zextra-const-ub-checks"];

/// How an evaluation ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evaluation {
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
const OUT_OF_REACH: [(&str, &str); 10] = [
    ("calling non-const function", "calls what is no `const fn`: the heap, a destructor, a panic"),
    ("pointer arithmetic or comparison is not supported at compile-time", ADDRESSES),
    ("exposing pointers is not possible at compile-time", ADDRESSES),
    ("unable to turn pointer into integer", ADDRESSES),
    ("encountered a pointer, but expected an integer", ADDRESSES),
    // Until 1.85 at least, a pointer in memory is whole or not there.
    ("unable to overwrite parts of a pointer", ADDRESSES),
    ("unable to copy parts of a pointer", ADDRESSES),
    ("constant accesses mutable global memory", STATICS),
    ("modifying a static's initial value", STATICS),
    ("is not supported at compile-time", "an intrinsic that is not for compile time"),
];

/// The evaluator calls intrinsics that are not yet stable at compile time all the same, and says so at the
/// end if nothing else was wrong.
const FEATURE_GATES: &str = "may not be used to circumvent feature gates";

/// The program as a constant that checks what the machine printed; or why it cannot be one, for people.
pub fn checking_text(program: &Program, release: Release) -> Result<String, String> {
    let mut variant = Variant::new(program.clone()).ok_or("`main` is not custom MIR")?;
    let recording =
        read(&variant.recording(release)?).map_err(|_| "what it prints with is not understood")?;
    let mut machine = Machine::new(recording.program, Config::default());
    match machine.run_main() {
        Ok(Ending::Finished) => {}
        _ => return Err("it does not end well".to_owned()),
    }
    let output = String::from_utf8_lossy(machine.output());
    let records = records(&output).ok_or("it prints outside `main`")?;
    variant.checking(&records, release)
}

/// What the evaluator said of the constant in a file.
pub fn evaluation(finished: &Finished, file: &Path) -> Evaluation {
    let errors = FullDiagnostic::errors(&finished.stderr);
    if let Some(error) = errors.iter().find(|error| error.code() == Some("E0080")) {
        return stopped(reason(error), line(error, file));
    }
    match errors.into_iter().next() {
        None if finished.end == rustassay_process::End::Exited(0) => Evaluation::Finished,
        None => Evaluation::Rejected(String::from_utf8_lossy(&finished.stderr).into_owned()),
        Some(error) if error.message.contains(FEATURE_GATES) => Evaluation::Finished,
        Some(error) => Evaluation::Rejected(error.message),
    }
}

/// Headlines of older releases, 1.85 among them, that only say that something is wrong; what it is stands
/// where they point.
const GENERAL: [&str; 3] = [
    "evaluation of constant value failed",
    "could not evaluate",
    "it is undefined behavior to use this value",
];

/// Why an evaluation stopped, in rustc's words.
fn reason(error: &FullDiagnostic) -> String {
    let mut primary = error.spans.iter().filter(|span| span.is_primary);
    let is_general = GENERAL.iter().any(|words| error.message.starts_with(words));
    let label = primary.find_map(|span| span.label.as_ref()).filter(|_| is_general);
    label.unwrap_or(&error.message).clone()
}

/// What it means that the evaluation stopped with this message.
fn stopped(message: String, line: Option<usize>) -> Evaluation {
    if let Some(other) = [OTHER_VALUE, OTHER_COUNT].into_iter().find(|other| message.contains(other)) {
        return Evaluation::PrintedOtherwise(other);
    }
    match OUT_OF_REACH.iter().find(|(words, _)| message.contains(words)) {
        Some((_, reason)) => Evaluation::OutOfReach { reason, line },
        None => Evaluation::Ub { message, line },
    }
}

/// The line of the innermost call in the file: that of the failure itself, unless it is in the library.
fn line(error: &FullDiagnostic, path: &Path) -> Option<usize> {
    let mut calls = error.children.iter().flat_map(|note| &note.spans);
    let here = calls.rfind(|span| Path::new(&span.file_name) == path)?;
    here.line_start.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustassay_process::End;
    use std::time::Duration;

    /// What is made of an error with this headline and label.
    fn read(headline: &str, label: &str) -> Evaluation {
        let error = serde_json::json!({
            "level": "error", "message": headline, "code": { "code": "E0080" },
            "spans": [{ "is_primary": true, "label": label }], "children": [],
        });
        let finished = Finished {
            end: End::Exited(1),
            stdout: Vec::new(),
            stderr: error.to_string().into_bytes(),
            cpu: Duration::ZERO,
            peak_memory: 0,
            wall: Duration::ZERO,
        };
        evaluation(&finished, Path::new("case.rs"))
    }

    /// `main` calls what only rustc 1.98 has.
    const ONLY_IN_1_98: &str = include_str!("only_in_1_98.rs");

    #[test]
    fn what_only_a_later_release_has_is_checked_by_that_release() {
        let program = rustassay_mir::read::read(ONLY_IN_1_98).unwrap().program;
        let text = checking_text(&program, Release::new(98)).unwrap();
        assert!(text.contains("catch_unwind("), "{text}");
        assert!(checking_text(&program, Release::REFERENCE).is_err_and(|why| why.contains("1.98")));
    }

    #[test]
    fn older_releases_say_beside_the_code_what_is_wrong() {
        let headline = "evaluation of constant value failed";
        let exposed = read(headline, "exposing pointers is not possible at compile-time");
        assert_eq!(exposed, Evaluation::OutOfReach { reason: ADDRESSES, line: None });
        let divided = read(headline, "dividing by zero");
        assert_eq!(divided, Evaluation::Ub { message: "dividing by zero".to_owned(), line: None });
    }

    #[test]
    fn newer_releases_say_first_what_is_wrong() {
        let divided = read("dividing by zero", "evaluation of `CHECK` failed here");
        assert_eq!(divided, Evaluation::Ub { message: "dividing by zero".to_owned(), line: None });
    }
}
