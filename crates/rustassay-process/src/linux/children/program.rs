//! The program's process, until it executes the program's file.

use std::convert::Infallible;
use std::ffi::{c_int, c_ushort, c_void};
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, OwnedFd};
use std::ptr;

use rustix::io::Errno;
use rustix::process::{Pid, Signal};
use rustix::thread::{CapabilitySet, CapabilitySets};

use super::inside::write;
use super::{Failure, Message, Program, at, check, send, signal_set};
use crate::task::Step;

/// What the process is given; it lies on the stack of the supervisor, which waits.
struct Start<'a> {
    program: &'a Program,
    report: &'a OwnedFd,
}

/// Starts the process, and waits until it has executed the program's file or has failed to, which it reports.
pub(super) fn start(program: &Program, report: &OwnedFd, stack: *mut c_void) -> rustix::io::Result<Pid> {
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
    let start = Start { program, report };
    let argument: *const Start<'_> = &start;
    // SAFETY: the stack is unused and large enough, and `run` keeps to the module's rules. `CLONE_VFORK` keeps us here for as long as
    // the process uses our memory.
    let pid = unsafe { libc::clone(run, stack, flags, argument.cast_mut().cast()) };
    check(pid.into())?;
    Pid::from_raw(pid).ok_or(Errno::INVAL)
}

extern "C" fn run(start: *mut c_void) -> c_int {
    // SAFETY: this is what `start` passes.
    let Start { program, report } = unsafe { &*start.cast::<Start<'_>>() };
    let Err(failure) = become_program(program);
    send(report, Message::Failed(failure));
    // SAFETY: this ends the process without running anything of ours.
    unsafe { libc::_exit(127) }
}

fn become_program(program: &Program) -> Result<Infallible, Failure> {
    at(Step::Process, rustix::process::setsid())?;
    // In case somebody kills the supervisor where no namespace dies with it.
    at(Step::Process, rustix::process::set_parent_process_death_signal(Some(Signal::KILL)))?;
    // If memory runs out all the same, the kernel should take it from the program and not from us.
    let _ = write(c"/proc/self/oom_score_adj", b"1000");

    at(Step::Stdio, rustix::stdio::dup2_stdin(&program.stdin))?;
    at(Step::Stdio, rustix::stdio::dup2_stdout(&program.stdout))?;
    at(Step::Stdio, rustix::stdio::dup2_stderr(&program.stderr))?;
    // Descriptors that somebody left open for children of ours, such as a job server's, are not for this one. Kernels before 5.11 do
    // not know the flag; Rust's own descriptors are closed anyway.
    // SAFETY: this only marks descriptors of this process.
    unsafe { libc::syscall(libc::SYS_close_range, 3, c_int::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    at(Step::Folder, rustix::process::chdir(&*program.folder))?;
    for (resource, limit) in &program.limits {
        at(Step::Limits, rustix::process::setrlimit(*resource, *limit))?;
    }

    at(Step::Privileges, rustix::thread::set_no_new_privs(true))?;
    let none = CapabilitySet::empty();
    let nothing = CapabilitySets { effective: none, permitted: none, inheritable: none };
    at(Step::Privileges, rustix::thread::set_capabilities(None, nothing))?;
    if let Some(rules) = &program.files {
        // SAFETY: the descriptor is open.
        let result = unsafe { libc::syscall(libc::SYS_landlock_restrict_self, rules.as_raw_fd(), 0) };
        at(Step::Files, check(result))?;
    }
    if let Some(filter) = program.network {
        let filter = libc::sock_fprog {
            len: at(Step::Network, c_ushort::try_from(filter.len()).map_err(|_| Errno::TOOBIG))?,
            filter: filter.as_ptr().cast_mut(),
        };
        // The program's own speed must not depend on the filter: without the flag, older kernels turn speculation off.
        let flags = libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW;
        // SAFETY: the filter is valid for the call, which does not write to it.
        let result = unsafe {
            libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, &raw const filter)
        };
        at(Step::Network, check(result))?;
    }

    reset_signals();
    // SAFETY: the strings and the lists are terminated, and live until the process has an image of its own.
    unsafe {
        libc::execve(program.file.as_ptr(), program.args.pointers.as_ptr(), program.env.pointers.as_ptr());
    }
    at(Step::Execute, check(-1))?;
    Err((Step::Execute, Errno::INVAL))
}

/// As in a process that nobody has touched: no signal ignored (Rust's runtime ignores `SIGPIPE`), none blocked.
fn reset_signals() {
    const LAST_SIGNAL: c_int = 64;
    for signal in 1..=LAST_SIGNAL {
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
