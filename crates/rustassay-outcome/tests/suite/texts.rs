//! Texts of compilers and programs, and what they are taken for.
//!
//! `UPDATE_EXPECT=1 cargo test -p rustassay-outcome texts` writes the expectations anew, for a person
//! to read.

use rustassay_outcome::{Compiled, Ran, RunFailure, RustcDiagnostic, RustcSpan, compiled, ran};
use std::fmt::Write;

#[test]
fn every_text_is_taken_for_what_it_is() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut wrong = Vec::new();
    for text in crate::common::texts() {
        let expected = std::fs::read_to_string(&text.expectation).expect("it was read before");
        let first = expected.lines().next().unwrap_or("");
        let found = match text.by_compiler {
            true => describe_compiled(&compiled(&text.finished)),
            false => describe_ran(&ran(&text.finished)),
        };
        let found = format!("{first}\n\n{found}");
        if update {
            std::fs::write(&text.expectation, &found).expect("expectations can be written");
        } else if found != expected {
            wrong.push(format!("{}\n--- expected\n{expected}--- found\n{found}", text.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Lines `key: value`.
#[derive(Default)]
struct Lines(String);

impl Lines {
    fn add(&mut self, key: &str, value: impl AsRef<str>) {
        // Values of several lines are indented, so that each key begins a line.
        let value = value.as_ref().trim_end().replace('\n', "\n    ");
        writeln!(self.0, "{key}: {value}").expect("strings take everything");
    }

    fn add_all(&mut self, key: &str, values: &[String]) {
        for value in values {
            self.add(key, value);
        }
    }

    fn place(&mut self, span: &Option<RustcSpan>) {
        if let Some(RustcSpan { file, line, column }) = span {
            self.add("place", format!("{file}:{line}:{column}"));
        }
    }

    fn diagnostic(&mut self, diagnostic: &RustcDiagnostic) {
        let code = diagnostic.code.as_ref().map(|code| format!("[{code}]")).unwrap_or_default();
        self.add(&format!("{:?}{code}", diagnostic.level), &diagnostic.message);
        self.place(&diagnostic.span);
    }
}

fn describe_compiled(outcome: &Compiled) -> String {
    let mut lines = Lines::default();
    match outcome {
        Compiled::Rejected(errors) => {
            lines.add("outcome", "rejected");
            errors.iter().for_each(|error| lines.diagnostic(error));
        }
        Compiled::Crashed(crash) => {
            lines.add("outcome", "crashed");
            lines.add("kind", format!("{:?}", crash.kind));
            lines.add("message", &crash.message);
            lines.place(&crash.location);
            lines.add("thread", crash.thread.as_deref().unwrap_or("unknown"));
            for query in &crash.queries {
                lines.add("query", format!("{}: {}", query.name, query.description));
            }
            lines.add_all("frame", &crash.backtrace);
        }
        Compiled::LlvmError(error) => {
            lines.add("outcome", "LLVM error");
            lines.add("kind", format!("{:?}", error.kind));
            lines.add("message", &error.message);
            for (key, value) in
                [("function", &error.function), ("compiling", &error.compiling), ("pass", &error.pass)]
            {
                value.iter().for_each(|value| lines.add(key, value));
            }
            lines.add_all("frame", &error.backtrace);
        }
        Compiled::Signaled(killed) => {
            lines.add("outcome", format!("killed by signal {}", killed.signal));
            if killed.stack_overflow {
                lines.add("reason", "stack overflow");
            }
            killed.pass.iter().for_each(|pass| lines.add("pass", pass));
            lines.add_all("frame", &killed.backtrace);
            lines.add_all("cycle", &killed.cycle);
        }
        Compiled::LinkFailed(failure) => {
            lines.add("outcome", "link failed");
            lines.add(
                "linker",
                format!("{}{}", failure.linker, if failure.missing { ", missing" } else { "" }),
            );
            lines.add_all("error", &failure.errors);
        }
        Compiled::TimedOut { phase } => lines.add("outcome", format!("hang: {phase}")),
        Compiled::Unexplained { code, .. } => lines.add("outcome", format!("unexplained exit code {code}")),
        simple => lines.add("outcome", format!("{simple:?}")),
    }
    match outcome.signature() {
        Some(signature) => lines.add("signature", signature.as_str()),
        None => lines.add("signature", "none"),
    }
    lines.0
}

fn describe_ran(outcome: &Ran) -> String {
    let mut lines = Lines::default();
    let cause = match outcome {
        Ran::Exited { code, cause, .. } => {
            lines.add("outcome", format!("exit code {code}"));
            cause
        }
        Ran::Signaled { signal, cause, .. } => {
            lines.add("outcome", format!("killed by signal {signal}"));
            cause
        }
        other => {
            lines.add("outcome", format!("{other:?}"));
            &None
        }
    };
    match cause {
        Some(RunFailure::Panicked { message, location }) => {
            lines.add("panic", message);
            lines.place(location);
        }
        Some(RunFailure::UbCheck { message, location }) => {
            lines.add("check for UB", message);
            lines.place(location);
        }
        Some(RunFailure::StackOverflow) => lines.add("cause", "stack overflow"),
        Some(RunFailure::AllocationFailed { bytes }) => {
            lines.add("cause", format!("allocation of {bytes} bytes refused"));
        }
        None => {}
    }
    lines.0
}
