//! What became of a program's run.

use crate::crash::Panic;
use crate::diagnostic::RustcSpan;
use crate::shortage::refused_allocation;
use rustassay_process::{End, Finished};

/// What a program did.
///
/// The text is taken at its word here: what a program prints to standard error is its own business, and only
/// [`RunFailure`] reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ran {
    /// It exited.
    Exited {
        /// Its exit code: 0 for success, 101 after a panic.
        code: i32,
        /// Why it failed, where std says so.
        cause: Option<RunFailure>,
        /// What it printed to standard output.
        stdout: Vec<u8>,
        /// What it printed to standard error.
        stderr: Vec<u8>,
    },
    /// A signal killed it.
    Signaled {
        /// The signal's number.
        signal: i32,
        /// Why, where std says so.
        cause: Option<RunFailure>,
        /// What it had printed to standard output.
        stdout: Vec<u8>,
        /// What it had printed to standard error.
        stderr: Vec<u8>,
    },
    /// It took too long.
    TimedOut,
    /// It used too much memory. One that was refused an allocation is [`Ran::Signaled`], with the [`RunFailure`].
    OutOfMemory,
    /// It printed too much.
    OutputTooLong,
    /// It wrote too much to disk.
    DiskFull,
    /// It started too many processes.
    TooManyProcesses,
}

/// Why a program failed, in std's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunFailure {
    /// It panicked, and the panic reached the end of a thread.
    Panicked {
        /// What the panic says. The first panic counts: later ones happened because of it.
        message: String,
        /// Where it happened.
        location: Option<RustcSpan>,
    },
    /// A check of std's or rustc's found Undefined Behavior (`-Zub-checks`, null and misaligned pointers): a
    /// panic that does not unwind.
    UbCheck {
        /// What the check says.
        message: String,
        /// Where it happened.
        location: Option<RustcSpan>,
    },
    /// Its stack overflowed.
    StackOverflow,
    /// An allocation was refused.
    AllocationFailed {
        /// The bytes that it wanted.
        bytes: u64,
    },
}

impl RunFailure {
    /// Reads why a program that failed did so.
    fn read(stderr: &[u8]) -> Option<RunFailure> {
        let text = String::from_utf8_lossy(stderr);
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if lines
            .iter()
            .any(|line| line.starts_with("thread '") && line.ends_with(" has overflowed its stack"))
        {
            return Some(RunFailure::StackOverflow);
        }
        if let Some(bytes) = lines.iter().find_map(|line| refused_allocation(line)) {
            return Some(RunFailure::AllocationFailed { bytes });
        }
        let Panic { message, location, .. } = Panic::read(&lines)?;
        let is_check = UB_CHECKS.iter().any(|start| message.starts_with(start));
        Some(match is_check {
            true => RunFailure::UbCheck { message, location },
            false => RunFailure::Panicked { message, location },
        })
    }
}

/// How the messages of checks for Undefined Behavior begin (`core::ub_checks`, and `core::panicking` for
/// those that rustc inserts).
const UB_CHECKS: [&str; 4] = [
    "unsafe precondition(s) violated",
    "null pointer dereference occurred",
    "misaligned pointer dereference",
    "trying to construct an enum from an invalid value",
];

/// Says what became of a program's run.
pub fn ran(finished: &Finished) -> Ran {
    let (stdout, stderr) = (finished.stdout.clone(), finished.stderr.clone());
    match finished.end {
        End::Exited(code) => {
            let cause = (code != 0).then(|| RunFailure::read(&stderr)).flatten();
            Ran::Exited { code, cause, stdout, stderr }
        }
        End::Signaled { signal } => {
            Ran::Signaled { signal, cause: RunFailure::read(&stderr), stdout, stderr }
        }
        End::TimedOut => Ran::TimedOut,
        End::OutOfMemory => Ran::OutOfMemory,
        End::OutputTooLong => Ran::OutputTooLong,
        End::DiskFull => Ran::DiskFull,
        End::TooManyProcesses => Ran::TooManyProcesses,
    }
}
