//! Whether qemu failed, and not the program that it ran.
//!
//! qemu's emulator of programs (`qemu-aarch64`) dies of the signal that its program does not catch, and tells of it only if it could write a
//! core file (`dump_core_and_abort` in `linux-user/signal.c`), which programs may not here. So a signal without a word is the program's. What
//! qemu says of itself begins with its own name.

use rustassay_process::{End, Finished};
use std::fmt;

/// How qemu failed, so that nothing is known of the program that it ran.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QemuFailure {
    /// The program came to an instruction that qemu does not know. It may be none: then the compiler is wrong, but only a real processor
    /// or another emulator can tell.
    IllegalInstruction,
    /// qemu gave up: its own words.
    GaveUp(String),
}

impl fmt::Display for QemuFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QemuFailure::IllegalInstruction => {
                f.write_str("qemu came to an instruction that it does not know")
            }
            QemuFailure::GaveUp(words) => write!(f, "qemu gave up: {words}"),
        }
    }
}

/// The signal for an illegal instruction.
const SIGILL: i32 = 4;

/// What qemu says when a signal ends its program, before the signal's number.
const SIGNAL_OF_PROGRAM: &str = "qemu: uncaught target signal ";

/// Why qemu failed; `None` if what happened is the program's doing.
pub fn qemu_failure(finished: &Finished) -> Option<QemuFailure> {
    match finished.end {
        End::Signaled { signal: SIGILL } => Some(QemuFailure::IllegalInstruction),
        End::Exited(0) => None,
        End::Exited(_) | End::Signaled { .. } => {
            let stderr = String::from_utf8_lossy(&finished.stderr);
            stderr.lines().find(|line| is_of_qemu(line)).map(|line| QemuFailure::GaveUp(line.to_owned()))
        }
        // A limit of ours was reached.
        _ => None,
    }
}

/// Whether a line is what qemu says of itself: it begins with its name, and after that a colon, or is an internal error.
fn is_of_qemu(line: &str) -> bool {
    if line.starts_with(SIGNAL_OF_PROGRAM) {
        return false;
    }
    let is_named = |name: &str| name == "qemu" || name.starts_with("qemu-") && !name.contains(' ');
    line.split_once(": ").is_some_and(|(name, _)| is_named(name))
        || line.starts_with("QEMU internal ")
        || line.starts_with("ERROR:") && line.contains("assertion failed")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn failure(end: End, stderr: &str) -> Option<QemuFailure> {
        let (stdout, stderr) = (Vec::new(), stderr.as_bytes().to_vec());
        let (wall, cpu) = (Duration::ZERO, Duration::ZERO);
        qemu_failure(&Finished { end, stdout, stderr, wall, cpu, peak_memory: 0 })
    }

    #[test]
    fn a_signal_is_the_programs_whether_qemu_tells_of_it_or_not() {
        let abort = "qemu: uncaught target signal 6 (Aborted) - core dumped\n";
        for stderr in [abort, "", "thread 'main' panicked at case.rs:2:5:\nqemu\n"] {
            assert_eq!(failure(End::Signaled { signal: 6 }, stderr), None);
        }
    }

    #[test]
    fn an_instruction_that_qemu_does_not_know_says_nothing_of_the_program() {
        assert_eq!(failure(End::Signaled { signal: 4 }, ""), Some(QemuFailure::IllegalInstruction));
    }

    #[test]
    fn what_qemu_says_of_itself_is_its_own_failure() {
        for words in [
            "QEMU internal SIGSEGV {code=MAPERR, addr=0x20}",
            "qemu: unhandled CPU exception 0x6 - aborting",
            "ERROR:../tcg/tcg.c:3337:temp_load: assertion failed: (ts->mem_coherent)",
        ] {
            let gave_up = Some(QemuFailure::GaveUp(words.to_owned()));
            assert_eq!(failure(End::Signaled { signal: 6 }, &format!("**\n{words}\n")), gave_up);
        }
    }

    #[test]
    fn a_program_that_qemu_cannot_load_was_not_run() {
        let words = "qemu-aarch64: Could not open '/lib/ld-linux-aarch64.so.1': No such file or directory";
        assert_eq!(failure(End::Exited(255), words), Some(QemuFailure::GaveUp(words.to_owned())));
        assert_eq!(failure(End::Exited(0), words), None);
    }
}
