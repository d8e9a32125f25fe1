//! The program's process, until it executes the program's file.

use std::convert::Infallible;
use std::ffi::{c_int, c_ushort, c_void};
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::ptr;

use rustix::io::Errno;
use rustix::process::{Pid, Signal};
use rustix::thread::{CapabilitySet, CapabilitySets};

use super::attempts::attempt;
use super::inside::write;
use super::{Action, Failure, Message, Program, at, check, send, send_with, signal_set};
use crate::task::StartStep;

/// What the process is given.
pub(super) struct Start<'a> {
    pub program: &'a Program,
    pub report: &'a OwnedFd,
}

/// Starts the process, and waits until it has executed the program's file or has failed to, which it reports.
/// A process that only tries things out is not waited for: somebody has to answer what it asks.
///
/// # Safety
///
/// What the process is given outlives it.
pub(super) unsafe fn start(start: &Start<'_>, stack: *mut c_void) -> rustix::io::Result<Pid> {
    let wait = match start.program.action {
        Action::Execute { .. } => libc::CLONE_VFORK,
        Action::Attempt(_) => 0,
    };
    let flags = libc::CLONE_VM | wait | libc::SIGCHLD;
    let argument: *const Start<'_> = start;
    // SAFETY: the stack is unused and large enough, and `run` keeps to the module's rules. The caller promises
    // the rest.
    let pid = unsafe { libc::clone(run, stack, flags, argument.cast_mut().cast()) };
    check(pid.into())?;
    Pid::from_raw(pid).ok_or(Errno::INVAL)
}

extern "C" fn run(start: *mut c_void) -> c_int {
    // SAFETY: this is what `start` passes.
    let Start { program, report } = unsafe { &*start.cast::<Start<'_>>() };
    let Err(failure) = become_program(program, report);
    send(report, Message::Failed(failure));
    // SAFETY: this ends the process without running anything of ours.
    unsafe { libc::_exit(127) }
}

fn become_program(program: &Program, report: &OwnedFd) -> Result<Infallible, Failure> {
    at(StartStep::Process, rustix::process::setsid())?;
    // In case somebody kills the supervisor where no namespace dies with it.
    at(StartStep::Process, rustix::process::set_parent_process_death_signal(Some(Signal::KILL)))?;
    if let Action::Execute { .. } = program.action {
        // If memory runs out all the same, the kernel should take it from the program and not from us. For a
        // process that nobody waits for, this would count for all who share its memory.
        let _ = write(c"/proc/self/oom_score_adj", b"1000");
    }

    at(StartStep::Stdio, rustix::stdio::dup2_stdin(&program.stdin))?;
    at(StartStep::Stdio, rustix::stdio::dup2_stdout(&program.stdout))?;
    at(StartStep::Stdio, rustix::stdio::dup2_stderr(&program.stderr))?;
    // Descriptors that somebody left open for children of ours, such as a job server's, are not for this one.
    // Kernels before 5.11 do not know the flag; Rust's own descriptors are closed anyway. SAFETY: this only
    // marks descriptors of this process.
    unsafe { libc::syscall(libc::SYS_close_range, 3, c_int::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    at(StartStep::Folder, rustix::process::chdir(&*program.folder))?;
    for (resource, limit) in &program.limits {
        at(StartStep::Limits, rustix::process::setrlimit(*resource, *limit))?;
    }

    if !program.keeps_privileges {
        at(StartStep::Privileges, rustix::thread::set_no_new_privs(true))?;
        let none = CapabilitySet::empty();
        let nothing = CapabilitySets { effective: none, permitted: none, inheritable: none };
        at(StartStep::Privileges, rustix::thread::set_capabilities(None, nothing))?;
    }
    if let Some(rules) = &program.files {
        // SAFETY: the descriptor is open.
        let result = unsafe { libc::syscall(libc::SYS_landlock_restrict_self, rules.as_raw_fd(), 0) };
        at(StartStep::Files, check(result))?;
    }
    // Nothing asks us from here to the program itself.
    if let Some(calls) = program.calls {
        let filter = libc::sock_fprog {
            len: at(StartStep::Calls, c_ushort::try_from(calls.filter.len()).map_err(|_| Errno::TOOBIG))?,
            filter: calls.filter.as_ptr().cast_mut(),
        };
        // The program's own speed must not depend on the filter: without the flag, older kernels turn
        // speculation off.
        let listen = if calls.asks { libc::SECCOMP_FILTER_FLAG_NEW_LISTENER } else { 0 };
        let flags = libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW | listen;
        // SAFETY: the filter is valid for the call, which does not write to it.
        let result = unsafe {
            libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, &raw const filter)
        };
        at(StartStep::Calls, check(result))?;
        if calls.asks {
            let listener = at(StartStep::Calls, c_int::try_from(result).map_err(|_| Errno::BADF))?;
            // SAFETY: the descriptor is new. It is closed when the program is executed, or with the process.
            let listener = unsafe { BorrowedFd::borrow_raw(listener) };
            at(StartStep::Calls, send_with(report, Message::Listening, listener))?;
        }
    }

    reset_signals();
    let (file, args, env) = match &program.action {
        Action::Execute { file, args, env } => (file, args, env),
        Action::Attempt(attempts) => {
            // As with a program of its own: whoever keeps our sockets and the listener open keeps everybody waiting when we die. SAFETY: nothing
            // is used after this but what is there without descriptors, and the process ends without running anything of ours.
            unsafe {
                libc::syscall(libc::SYS_close_range, 3, c_int::MAX, 0);
                libc::_exit(attempt(attempts))
            }
        }
    };
    // SAFETY: the strings and the lists are terminated, and live until the process has an image of its own.
    unsafe {
        libc::execve(file.as_ptr(), args.pointers.as_ptr(), env.pointers.as_ptr());
    }
    at(StartStep::Execute, check(-1))?;
    Err((StartStep::Execute, Errno::INVAL))
}

/// As in a process that nobody has touched: no signal ignored (Rust's runtime ignores `SIGPIPE`, `nohup`
/// others; nobody ignores real-time signals), none blocked.
fn reset_signals() {
    const LAST_BEFORE_REAL_TIME: c_int = 31;
    for signal in 1..=LAST_BEFORE_REAL_TIME {
        // SAFETY: all zeroes is the default action. It cannot be set for a few signals, which have no other.
        unsafe {
            let default = MaybeUninit::<libc::sigaction>::zeroed();
            libc::sigaction(signal, default.as_ptr(), ptr::null_mut());
        }
    }
    let none = signal_set(libc::sigemptyset);
    // SAFETY: the set is initialized.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const none, ptr::null_mut()) };
}
