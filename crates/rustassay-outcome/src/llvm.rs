//! LLVM's own failures: fatal errors, and assertions in builds that have them.

use crate::diagnostic::RustcDiagnostic;
use crate::frames::{cpp_function, demangle, llvm_frame, own_frames};
use crate::normal::llvm_sentence;
use crate::signature::Signature;

/// How LLVM failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LlvmErrorKind {
    /// `report_fatal_error`: LLVM met something that it cannot do.
    Fatal,
    /// Its verifier found broken IR, or it cannot read it. That is the bug of whoever made the IR: rustc, or the pass of LLVM that ran last.
    BrokenIr,
    /// `assert` failed.
    Assertion,
    /// `llvm_unreachable` was reached.
    Unreachable,
}

/// A failure of LLVM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LlvmError {
    /// How it failed.
    pub kind: LlvmErrorKind,
    /// The error, or the condition that does not hold. For broken IR, what the verifier says is wrong with
    /// it.
    pub message: String,
    /// The function of LLVM whose assertion failed.
    pub function: Option<String>,
    /// The function of the program that was being compiled.
    pub compiling: Option<String>,
    /// The pass that was running, where a stack dump names it.
    pub pass: Option<String>,
    /// The names of functions on the stack, innermost first, where a stack dump has them.
    pub backtrace: Vec<String>,
}

impl LlvmError {
    /// Reads a failure of LLVM from lines outside diagnostics.
    pub(crate) fn read(lines: &[String]) -> Option<LlvmError> {
        let (at, mut error) =
            (0..lines.len()).find_map(|at| Some((at, fatal(lines, at).or_else(|| assertion(lines, at))?)))?;
        let after = &lines[at..];
        let pass = after.iter().filter_map(|line| running_pass(line)).next_back();
        error.pass = pass.map(|(pass, _)| pass.to_owned());
        let compiled = after.iter().find_map(|line| line.strip_prefix("In function: "));
        let compiled = compiled.or(pass.and_then(|(_, function)| function));
        error.compiling =
            error.compiling.or_else(|| compiled.map(|name| demangle(name.trim_start_matches('@'))));
        error.backtrace = after.iter().filter_map(|line| llvm_frame(line)).collect();
        Some(error)
    }

    /// Reads a failure of LLVM that rustc tells as an error of the program.
    pub(crate) fn told(diagnostics: &[RustcDiagnostic]) -> Option<LlvmError> {
        diagnostics.iter().find_map(unreadable)
    }

    /// An assertion and its function; for other failures the message and the pass, or the first functions on
    /// the stack.
    pub(crate) fn signature(&self) -> Signature {
        let kind = match self.kind {
            LlvmErrorKind::Fatal => "LLVM error",
            LlvmErrorKind::BrokenIr => "broken LLVM IR",
            LlvmErrorKind::Assertion => "LLVM assertion",
            LlvmErrorKind::Unreachable => "LLVM unreachable",
        };
        let mut parts = vec![kind.to_owned()];
        match (self.kind, &self.function) {
            // A condition is a line of LLVM's sources: it has no names of the program in it.
            (LlvmErrorKind::Assertion, Some(function)) => {
                parts.extend([self.message.clone(), function.clone()])
            }
            (LlvmErrorKind::Assertion, None) => parts.push(self.message.clone()),
            _ => {
                parts.push(llvm_sentence(&self.message));
                match &self.pass {
                    Some(pass) => parts.push(pass.clone()),
                    None => parts.extend(own_frames(&self.backtrace, 2)),
                }
            }
        }
        Signature::of(parts)
    }
}

fn failure(kind: LlvmErrorKind, message: &str) -> LlvmError {
    let message = message.trim().to_owned();
    LlvmError { kind, message, function: None, compiling: None, pass: None, backtrace: Vec::new() }
}

/// `LLVM ERROR: message`, with `rustc-` before it from 1.73 on.
fn fatal(lines: &[String], at: usize) -> Option<LlvmError> {
    let message = lines[at].trim_start_matches("rustc-").strip_prefix("LLVM ERROR: ")?;
    if message.starts_with("Broken ") {
        // The verifier has printed its complaints, each a line and, indented, the instructions that it is
        // about.
        let complaints = lines[..at].iter().rev().take_while(|line| !line.is_empty());
        let first = complaints.filter(|line| !line.starts_with(' ')).last();
        return Some(failure(LlvmErrorKind::BrokenIr, first.map_or(message, String::as_str)));
    }
    let Some((message, function)) =
        message.strip_suffix(')').and_then(|message| message.rsplit_once(" (in function: "))
    else {
        return Some(failure(LlvmErrorKind::Fatal, message));
    };
    let compiling = Some(demangle(function));
    Some(LlvmError { compiling, ..failure(LlvmErrorKind::Fatal, message) })
}

/// What rustc says when LLVM cannot read the IR that rustc itself has given it a moment before: the IR is broken. Without thin LTO nobody reads it, and
/// nobody notices.
const UNREADABLE: &str = "failed to parse bitcode for LTO module: ";

/// What is wrong with IR that LLVM cannot read, without the versions of LLVM after it.
fn unreadable(diagnostic: &RustcDiagnostic) -> Option<LlvmError> {
    let message = diagnostic.message.strip_prefix(UNREADABLE)?;
    let reason = message.split(" (Producer: ").next().unwrap_or(message);
    Some(failure(LlvmErrorKind::BrokenIr, reason))
}

/// An assertion as the C libraries print it, or `UNREACHABLE executed at file:line!` after a line that says
/// why.
fn assertion(lines: &[String], at: usize) -> Option<LlvmError> {
    let line = &lines[at];
    if line.starts_with("UNREACHABLE executed at ") || line.starts_with("UNREACHABLE executed!") {
        let reason = at.checked_sub(1).map_or("", |before| &lines[before]);
        return Some(failure(LlvmErrorKind::Unreachable, reason));
    }
    let (condition, function) =
        glibc_assertion(line).or_else(|| macos_assertion(line)).or_else(|| other_assertion(line))?;
    Some(LlvmError { function, ..failure(LlvmErrorKind::Assertion, condition) })
}

/// glibc: ``rustc: file:line: R f(A): Assertion `condition' failed.``
fn glibc_assertion(line: &str) -> Option<(&str, Option<String>)> {
    let (before, rest) = line.split_once(": Assertion `")?;
    let condition = rest.rsplit_once("' failed").map_or(rest, |(condition, _)| condition);
    let signature = before.splitn(4, ':').nth(3).unwrap_or(before);
    Some((condition, Some(cpp_function(signature))))
}

/// macOS: `Assertion failed: (condition), function f, file file, line 1.`
fn macos_assertion(line: &str) -> Option<(&str, Option<String>)> {
    let (condition, rest) = line.strip_prefix("Assertion failed: (")?.split_once("), function ")?;
    let function = rest.split(", file ").next().unwrap_or(rest);
    Some((condition, Some(cpp_function(function))))
}

/// Windows: `Assertion failed: condition, file file, line 1`; musl: `Assertion failed: condition (file: f:
/// 1)`.
fn other_assertion(line: &str) -> Option<(&str, Option<String>)> {
    let rest = line.strip_prefix("Assertion failed: ")?;
    if let Some((condition, _file)) = rest.split_once(", file ") {
        return Some((condition, None));
    }
    match rest.rsplit_once(" (") {
        Some((condition, place)) => Some((condition, place.split(": ").nth(1).map(cpp_function))),
        None => Some((rest, None)),
    }
}

/// The pass and the function of a line such as `2. Running pass 'X86 DAG->DAG Instruction Selection' on
/// function '@f'`.
pub(crate) fn running_pass(line: &str) -> Option<(&str, Option<&str>)> {
    let (_number, rest) = line.split_once("Running pass ")?;
    let quote = rest.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
    let (pass, rest) = rest[1..].split_once(quote)?;
    let function = rest.strip_prefix(" on function ").and_then(|name| name.split(quote).nth(1));
    Some((pass, function))
}
