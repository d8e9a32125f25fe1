//! Compilers that a signal kills.

use crate::frames::{llvm_frame, native_frame, own_frames};
use crate::llvm::running_pass;
use crate::signature::Signature;
use crate::stderr::Stderr;

/// What a compiler that died of a signal left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Killed {
    /// The signal's number.
    pub signal: i32,
    /// Whether rustc says that its stack overflowed.
    pub stack_overflow: bool,
    /// The names of functions on the stack, innermost first, as rustc's handler or that of LLVM's tools prints them. Many have none.
    pub backtrace: Vec<String>,
    /// The functions that called each other until the stack was full.
    pub cycle: Vec<String>,
    /// The pass of LLVM that was running, where a stack dump of its tools names it.
    pub pass: Option<String>,
    /// The end of standard error, for people.
    pub stderr_tail: String,
}

/// The words with which rustc's handler begins (`rustc_driver_impl::signal_handler`); the signal's name
/// follows.
const INTERRUPTED: &str = "rustc interrupted by ";

/// The signal that rustc's handler or, in an exit code, a shell tells of.
pub(crate) fn told_signal(stderr: &Stderr, exit_code: i32) -> Option<i32> {
    let told = stderr.diagnostics.iter().find_map(|diagnostic| {
        let name = diagnostic.message.strip_prefix(INTERRUPTED)?.split(',').next()?;
        NAMES.iter().find(|(_, known)| *known == name).map(|(signal, _)| *signal)
    });
    let by_shell = || NAMES.iter().map(|(signal, _)| *signal).find(|signal| exit_code == 128 + signal);
    told.or_else(by_shell)
}

impl Killed {
    /// Reads what rustc's handler printed, if it did.
    pub(crate) fn read(signal: i32, stderr: &Stderr, stderr_tail: String) -> Killed {
        let mut backtrace = Vec::new();
        let mut cycle = Vec::new();
        let mut in_cycle = false;
        for line in &stderr.rest {
            in_cycle = match line {
                line if line.starts_with("### cycle encountered") => true,
                line if line.starts_with("### recursed") => false,
                _ => in_cycle,
            };
            if let Some(frame) = native_frame(line).or_else(|| llvm_frame(line)) {
                if in_cycle && !cycle.contains(&frame) {
                    cycle.push(frame.clone());
                }
                backtrace.push(frame);
            }
        }
        // The handler's words, and those of std, whose handler compilers before 1.72 have.
        let stack_overflow = stderr.says("rustc unexpectedly overflowed its stack")
            || stderr.says("' has overflowed its stack");
        let pass = stderr.rest.iter().filter_map(|line| running_pass(line)).next_back();
        let pass = pass.map(|(pass, _)| pass.to_owned());
        Killed { signal, stack_overflow, backtrace, cycle, pass, stderr_tail }
    }

    /// The signal and the first functions on the stack. Where a stack overflows is chance, so then it is the
    /// functions of the cycle.
    pub(crate) fn signature(&self) -> Signature {
        let mut parts = vec![format!("compiler killed by {}", signal_name(self.signal))];
        if self.stack_overflow {
            parts.push("stack overflow".to_owned());
            let mut cycle = own_frames(&self.cycle, usize::MAX - 1);
            cycle.sort();
            cycle.dedup();
            if cycle.is_empty() {
                // The functions of the cycle have no names. That they are of one crate is then the best
                // guess.
                let nearest = own_frames(&self.backtrace, 1);
                cycle.extend(nearest.iter().filter_map(|frame| krate(frame)));
            }
            parts.extend(cycle);
        } else {
            parts.extend(self.pass.clone());
            parts.extend(own_frames(&self.backtrace, 2));
        }
        Signature::of(parts)
    }
}

/// `rustc_parse` of `<rustc_parse::parser::Parser>::parse_expr`.
fn krate(frame: &str) -> Option<String> {
    Some(frame.trim_start_matches('<').split_once("::")?.0.to_owned())
}

/// The signals that programs die of, as Linux numbers them.
const NAMES: [(i32, &str); 12] = [
    (3, "SIGQUIT"),
    (4, "SIGILL"),
    (5, "SIGTRAP"),
    (6, "SIGABRT"),
    (7, "SIGBUS"),
    (8, "SIGFPE"),
    (9, "SIGKILL"),
    (11, "SIGSEGV"),
    (13, "SIGPIPE"),
    (15, "SIGTERM"),
    (24, "SIGXCPU"),
    (31, "SIGSYS"),
];

/// A signal's name, or its number.
pub(crate) fn signal_name(signal: i32) -> String {
    match NAMES.iter().find(|(number, _)| *number == signal) {
        Some((_, name)) => (*name).to_owned(),
        None => format!("signal {signal}"),
    }
}
