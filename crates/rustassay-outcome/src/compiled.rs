//! What became of a compiler's run.

use crate::crash::Crash;
use crate::diagnostic::{Level, RustcDiagnostic};
use crate::linker::LinkFailure;
use crate::llvm::LlvmError;
use crate::normal::sentence;
use crate::phase::Phase;
use crate::shortage::{Shortage, shortage};
use crate::signal::{Killed, told_signal};
use crate::signature::Signature;
use crate::stderr::{Stderr, tail};
use rustassay_process::{End, Finished};

/// What a compiler did with a program. The crate's documentation says how they are told apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compiled {
    /// It accepted the program and wrote what it was asked for.
    Built,
    /// It rejected the program, with these errors.
    Rejected(Vec<RustcDiagnostic>),
    /// It noticed that it is wrong itself, or panicked.
    Crashed(Crash),
    /// LLVM gave up, or an assertion in it failed.
    LlvmError(LlvmError),
    /// A signal killed it.
    Signaled(Killed),
    /// It took too long.
    TimedOut {
        /// What it was doing.
        phase: Phase,
    },
    /// The compiler did its part, the linker did not.
    LinkFailed(LinkFailure),
    /// It used too much memory, or was refused some.
    OutOfMemory,
    /// It printed too much.
    OutputTooLong,
    /// It wrote too much, or the disk is full.
    DiskFull,
    /// It started too many processes, or was refused a thread, for want of memory perhaps: the system's
    /// answer is the same.
    TooManyProcesses,
    /// It failed, and nothing says why: a bad option to LLVM, or a compiler that cannot be loaded.
    Unexplained {
        /// Its exit code.
        code: i32,
        /// The end of standard error, for people.
        stderr_tail: String,
    },
}

/// The signal of a process that wrote a file larger than it may.
const SIGXFSZ: i32 = 25;

/// How a shell exits whose command died of it.
const SHELL_TELLS_SIGXFSZ: i32 = 128 + SIGXFSZ;

/// What the kernel sends when the whole machine is out of memory, or a person. No compiler sends it to itself.
const SIGKILL: i32 = 9;

/// How a shell exits whose command died of it.
const SHELL_TELLS_SIGKILL: i32 = 128 + SIGKILL;

/// The exit code of a rustc that panicked.
const PANICKED: i32 = 101;

/// Says what became of a compiler's run.
pub fn compiled(finished: &Finished) -> Compiled {
    match finished.end {
        End::Exited(0) => Compiled::Built,
        End::Exited(_) | End::Signaled { .. } | End::TimedOut => failed(finished),
        End::OutOfMemory => Compiled::OutOfMemory,
        End::OutputTooLong => Compiled::OutputTooLong,
        End::DiskFull => Compiled::DiskFull,
        End::TooManyProcesses => Compiled::TooManyProcesses,
    }
}

/// Says why a compiler failed, from its text.
fn failed(finished: &Finished) -> Compiled {
    let stderr = Stderr::read(&finished.stderr);
    match shortage(&stderr) {
        Some(Shortage::Memory) => return Compiled::OutOfMemory,
        Some(Shortage::Disk) => return Compiled::DiskFull,
        Some(Shortage::Processes) => return Compiled::TooManyProcesses,
        None => {}
    }
    // `RLIMIT_FSIZE`: a child of a wrapper may have met it, and the shell tells.
    if let End::Signaled { signal: SIGXFSZ } | End::Exited(SHELL_TELLS_SIGXFSZ) = finished.end {
        return Compiled::DiskFull;
    }
    if let End::Signaled { signal: SIGKILL } | End::Exited(SHELL_TELLS_SIGKILL) = finished.end {
        return Compiled::OutOfMemory;
    }
    if let Some(error) = LlvmError::read(&stderr.rest).or_else(|| LlvmError::told(&stderr.diagnostics)) {
        return Compiled::LlvmError(error);
    }
    let signal = match finished.end {
        End::Signaled { signal } => Some(signal),
        End::Exited(code) => told_signal(&stderr, code),
        _ => None,
    };
    let ended_otherwise = matches!(finished.end, End::Exited(code) if code != PANICKED) && signal.is_none();
    if let Some(crash) = Crash::read(&stderr, !ended_otherwise) {
        return Compiled::Crashed(crash);
    }
    if let Some(signal) = signal {
        return Compiled::Signaled(Killed::read(signal, &stderr, tail(&finished.stderr)));
    }
    let End::Exited(code) = finished.end else {
        return Compiled::TimedOut { phase: Phase::read(&stderr) };
    };
    if let Some(failure) = LinkFailure::read(&stderr.diagnostics) {
        return Compiled::LinkFailed(failure);
    }
    let mut errors = stderr.diagnostics;
    errors.retain(|diagnostic| diagnostic.level == Level::Error && !diagnostic.is_summary());
    if errors.is_empty() {
        return Compiled::Unexplained { code, stderr_tail: tail(&finished.stderr) };
    }
    Compiled::Rejected(errors)
}

impl Compiled {
    /// What this outcome has in common with others of the same cause. `None` if nothing is wrong.
    pub fn signature(&self) -> Option<Signature> {
        Some(match self {
            Compiled::Built => return None,
            Compiled::Rejected(errors) => rejection(errors),
            Compiled::Crashed(crash) => crash.signature(),
            Compiled::LlvmError(error) => error.signature(),
            Compiled::Signaled(killed) => killed.signature(),
            Compiled::TimedOut { phase } => Signature::of(["compiler hang", &phase.to_string()]),
            Compiled::LinkFailed(failure) => failure.signature(),
            Compiled::OutOfMemory => Signature::of(["compiler out of memory"]),
            Compiled::OutputTooLong => Signature::of(["compiler output too long"]),
            Compiled::DiskFull => Signature::of(["compiler out of disk"]),
            Compiled::TooManyProcesses => Signature::of(["compiler out of processes"]),
            Compiled::Unexplained { stderr_tail, .. } => {
                let line = stderr_tail.lines().find(|line| !line.is_empty()).unwrap_or("");
                Signature::of(["compiler failed", &sentence(line)])
            }
        })
    }
}

/// The first error: those after it are often its consequences.
fn rejection(errors: &[RustcDiagnostic]) -> Signature {
    let Some(first) = errors.first() else { return Signature::of(["rejected"]) };
    Signature::of(["rejected", first.code.as_deref().unwrap_or(""), &sentence(&first.message)])
}
