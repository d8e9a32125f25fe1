//! What speaks for a finding: the words of the compiler, and of Miri.

use rustassay_outcome::{Compiled, Crash, LlvmError, LlvmErrorKind};
use serde::{Deserialize, Serialize};

/// What the compiler said, and what Miri says of the program.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Evidence {
    /// How the compiler failed to build the program, if it did.
    pub failure: Option<Failure>,
    /// What it said, for people.
    pub message: Option<String>,
    /// The place in the compiler's sources: file, line and column.
    pub location: Option<String>,
    /// The queries that it was computing, innermost first.
    pub queries: Vec<String>,
    /// The functions on its stack, innermost first.
    pub backtrace: Vec<String>,
    /// What Miri says of the program.
    pub miri: Option<Opinion>,
}

/// How a compiler fails to build a program.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Failure {
    /// An internal compiler error: rustc panicked, or found a bug in itself.
    Ice,
    /// LLVM gave up, or an assertion in it failed.
    Llvm,
    /// LLVM found broken IR, or could not read it.
    BrokenIr,
    /// A signal killed the compiler.
    Signal,
    /// The compiler hung.
    Hang,
    /// The compiler used more memory, disk, output or processes than it may.
    Excess,
    /// The compiler rejected the program.
    Rejected,
    /// The linker failed.
    LinkFailed,
    /// The compiler failed without an error.
    Unexplained,
}

impl Evidence {
    /// What a compiler left behind that did not build a program.
    pub fn of(compiled: &Compiled) -> Evidence {
        let mut evidence = Evidence { failure: failure(compiled), ..Evidence::default() };
        match compiled {
            Compiled::Crashed(Crash { message, location, queries, backtrace, .. }) => {
                let query = queries.iter().map(|query| format!("[{}] {}", query.name, query.description));
                let place = location.as_ref().map(|at| format!("{}:{}:{}", at.file, at.line, at.column));
                evidence.message = Some(message.clone());
                evidence.location = place;
                evidence.queries = query.collect();
                evidence.backtrace.clone_from(backtrace);
            }
            Compiled::LlvmError(LlvmError { message, function, pass, compiling, backtrace, .. }) => {
                let more = [("in LLVM's", function), ("in the pass", pass), ("compiling", compiling)];
                let more =
                    more.iter().filter_map(|(word, what)| Some(format!("\n{word} {}", what.as_ref()?)));
                evidence.message = Some(std::iter::once(message.clone()).chain(more).collect());
                evidence.backtrace.clone_from(backtrace);
            }
            Compiled::Signaled(killed) => {
                evidence.message = Some(killed.stderr_tail.clone());
                evidence.backtrace.clone_from(&killed.backtrace);
            }
            Compiled::Rejected(errors) => {
                let errors: Vec<&str> = errors.iter().map(|error| error.rendered.trim_end()).collect();
                evidence.message = Some(errors.join("\n\n"));
            }
            Compiled::LinkFailed(failure) => evidence.message = Some(failure.rendered.clone()),
            Compiled::Unexplained { stderr_tail, .. } => evidence.message = Some(stderr_tail.clone()),
            Compiled::Built
            | Compiled::TimedOut { .. }
            | Compiled::OutOfMemory
            | Compiled::OutputTooLong
            | Compiled::DiskFull
            | Compiled::TooManyProcesses => {}
        }
        evidence
    }

    /// All that the compiler said, with the place in its sources. `None` if it said nothing.
    pub fn said(&self) -> Option<String> {
        let message = self.message.as_ref()?;
        Some(match &self.location {
            Some(location) => format!("{message}\nat {location}"),
            None => message.clone(),
        })
    }
}

fn failure(compiled: &Compiled) -> Option<Failure> {
    Some(match compiled {
        Compiled::Built => return None,
        Compiled::Rejected(_) => Failure::Rejected,
        Compiled::Crashed(_) => Failure::Ice,
        Compiled::LlvmError(error) if error.kind == LlvmErrorKind::BrokenIr => Failure::BrokenIr,
        Compiled::LlvmError(_) => Failure::Llvm,
        Compiled::Signaled(_) => Failure::Signal,
        Compiled::TimedOut { .. } => Failure::Hang,
        Compiled::LinkFailed(_) => Failure::LinkFailed,
        Compiled::OutOfMemory | Compiled::OutputTooLong | Compiled::DiskFull | Compiled::TooManyProcesses => {
            Failure::Excess
        }
        Compiled::Unexplained { .. } => Failure::Unexplained,
    })
}

/// What Miri says of a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opinion {
    /// Which Miri it is, in its own words.
    pub version: String,
    /// The flags that it was run with, one list for each run.
    pub flags: Vec<Vec<String>>,
    /// What came of it.
    pub says: Says,
}

/// What came of running a program in Miri.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Says {
    /// There is no Undefined Behavior, and the program does what it must.
    NoUndefinedBehavior,
    /// There is some.
    UndefinedBehavior(String),
    /// The program does something else than it must.
    OtherOutput,
    /// Miri cannot run it.
    CannotRun(String),
}
