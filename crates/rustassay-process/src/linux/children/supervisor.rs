//! Our side: a handle to the supervising process.

use std::ffi::c_int;
use std::io::{self, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{FromRawFd, OwnedFd};
use std::ptr;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendFlags};
use rustix::process::{Pid, Signal, kill_process, pidfd_send_signal};

use super::inside::supervise;
use super::stacks::Stacks;
use super::{Failure, Listener, Message, Plan, Program, check, signal_set};
use crate::linux::tree;
use crate::task::StartStep;

/// A plan, and where to carry it out.
pub(super) struct Room {
    pub plan: Plan,
    pub stacks: Stacks,
}

/// What a tree used, from the kernel's books.
pub(in super::super) struct Usage {
    pub cpu: Duration,
    /// Of the largest process in bytes, if it was larger than we are; what we use ourselves hides what is
    /// smaller, because the kernel counts the memory that a process shared with us before it executed a file
    /// of its own.
    pub peak_memory: Option<u64>,
}

/// A supervisor that runs, or has not been waited for yet. Dropping it stops its tree and waits.
pub(in super::super) struct Supervisor {
    pid: Pid,
    pidfd: OwnedFd,
    socket: OwnedFd,
    listener: Option<Listener>,
    /// Whether the tree is a process namespace, which dies with the supervisor.
    owns_tree: bool,
    usage: Option<Usage>,
    // The supervisor is in it until it has exited.
    _room: Box<Room>,
}

impl Supervisor {
    /// Starts a supervisor and waits until its program has started, or failed to. `socket` is the other end
    /// of the plan's.
    pub(in super::super) fn start(plan: Plan, socket: OwnedFd) -> Result<Supervisor, Failure> {
        let failed = |errno| (StartStep::Supervisor, errno);
        let room = Box::new(Room { plan, stacks: Stacks::new().map_err(failed)? });
        let flags = libc::CLONE_VM | libc::CLONE_PIDFD | room.plan.namespaces;
        let mut pidfd: c_int = -1;
        let pid = with_signals_blocked(|| {
            let argument: *const Room = &*room;
            // SAFETY: the stack is unused and large enough; `supervise` keeps to the module's rules; the room
            // lives in `Supervisor`, which waits for the process before it drops it.
            let pid = unsafe {
                libc::clone(
                    supervise,
                    room.stacks.supervisor(),
                    flags,
                    argument.cast_mut().cast(),
                    &raw mut pidfd,
                )
            };
            check(pid.into()).map(|()| pid)
        });
        let pid = Pid::from_raw(pid.map_err(failed)?).ok_or(failed(Errno::INVAL))?;
        // SAFETY: `clone` succeeded, so this is a new descriptor that belongs to nobody else.
        let pidfd = unsafe { OwnedFd::from_raw_fd(pidfd) };
        let owns_tree = room.plan.namespaces & libc::CLONE_NEWPID != 0;
        let mut supervisor =
            Supervisor { pid, pidfd, socket, listener: None, owns_tree, usage: None, _room: room };
        // A process that is not waited for may be heard before its supervisor.
        let mut started = false;
        let listens = supervisor._room.plan.program.as_ref().is_some_and(Program::asks);
        while !started || (listens && supervisor.listener.is_none()) {
            match supervisor.receive() {
                Some(Message::Started) => started = true,
                Some(Message::Listening) => {}
                Some(Message::Failed(failure)) => return Err(failure),
                _ => return Err(failed(Errno::CHILD)),
            }
        }
        Ok(supervisor)
    }

    /// Where the program asks us about its calls, if it does.
    pub(in super::super) fn listener(&self) -> Option<&Listener> {
        self.listener.as_ref()
    }

    /// The supervisor's process, for `/proc`.
    pub(in super::super) fn pid(&self) -> Pid {
        self.pid
    }

    /// To wait until nothing of the tree is left.
    pub(in super::super) fn ended(&self) -> PollFd<'_> {
        PollFd::new(&self.pidfd, PollFlags::IN)
    }

    /// The next message; `None` if the supervisor is gone without one.
    pub(in super::super) fn receive(&mut self) -> Option<Message> {
        loop {
            let mut fds = [PollFd::new(&self.socket, PollFlags::IN), PollFd::new(&self.pidfd, PollFlags::IN)];
            match poll(&mut fds, None) {
                Err(Errno::INTR) => continue,
                Err(_) => return None,
                Ok(_) => {}
            }
            let mut bytes = [0; Message::SIZE];
            let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
            let mut ancillary = RecvAncillaryBuffer::new(&mut space);
            let flags = RecvFlags::DONTWAIT | RecvFlags::CMSG_CLOEXEC;
            let received =
                rustix::net::recvmsg(&self.socket, &mut [IoSliceMut::new(&mut bytes)], &mut ancillary, flags);
            for message in ancillary.drain() {
                if let RecvAncillaryMessage::ScmRights(fds) = message {
                    self.listener = fds.last().map(Listener);
                }
            }
            return match received {
                Ok(received) if received.bytes == Message::SIZE => Message::from_bytes(bytes),
                Err(Errno::INTR) => continue,
                _ => None,
            };
        }
    }

    /// Asks for the end of the tree.
    pub(in super::super) fn stop(&self) {
        // If this fails, the supervisor is at its end already.
        let _ = rustix::net::send(&self.socket, &[0], SendFlags::NOSIGNAL | SendFlags::DONTWAIT);
    }

    /// Waits until the tree, of which the end is near, is gone.
    pub(in super::super) fn wait(&mut self) -> &Usage {
        /// A supervisor needs a millisecond or two.
        const PATIENCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 5_000_000 };
        self.usage.get_or_insert_with(|| {
            let mut waits = 0;
            loop {
                let mut fds = [PollFd::new(&self.pidfd, PollFlags::IN)];
                if matches!(poll(&mut fds, Some(&PATIENCE)), Ok(1..)) {
                    return reap(self.pid);
                }
                waits += 1;
                hurry(self.pid, &self.pidfd, self.owns_tree, waits);
            }
        })
    }
}

/// Helps a supervisor that has not come to its end though we waited: it may have been stopped by its own
/// program, or be outrun.
fn hurry(pid: Pid, pidfd: &OwnedFd, owns_tree: bool, waits: u32) {
    /// Taking gigabytes of memory apart takes seconds. After ten of them something is wrong, and the kernel
    /// may do it without keeping books.
    const WAITS_FOR_NAMESPACE: u32 = 2000;
    if owns_tree {
        if waits > WAITS_FOR_NAMESPACE {
            let _ = pidfd_send_signal(pidfd, Signal::KILL);
        }
        return;
    }
    // It is not killed: who would kill the rest?
    let _ = pidfd_send_signal(pidfd, Signal::CONT);
    for descendant in tree::descendants(pid) {
        let _ = kill_process(descendant, Signal::KILL);
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}

/// Waits for a process of ours, and reads what it and its descendants used.
fn reap(pid: Pid) -> Usage {
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    let mut own = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the pointers are to memory of the right type, which all zeroes are valid for.
    let (usage, own) = unsafe {
        while libc::wait4(pid.as_raw_pid(), ptr::null_mut(), libc::__WALL, usage.as_mut_ptr()) < 0
            && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
        {}
        libc::getrusage(libc::RUSAGE_SELF, own.as_mut_ptr());
        (usage.assume_init(), own.assume_init())
    };
    let duration = |time: libc::timeval| {
        let (seconds, micros) = (time.tv_sec.try_into().unwrap_or(0), time.tv_usec.try_into().unwrap_or(0));
        Duration::from_secs(seconds) + Duration::from_micros(micros)
    };
    Usage {
        cpu: duration(usage.ru_utime) + duration(usage.ru_stime),
        peak_memory: (usage.ru_maxrss > own.ru_maxrss)
            .then(|| u64::try_from(usage.ru_maxrss).unwrap_or(0).saturating_mul(1024)),
    }
}

/// Runs something, such as `clone`, with no signal delivered to this thread meanwhile.
fn with_signals_blocked<T>(action: impl FnOnce() -> T) -> T {
    let mut before = MaybeUninit::<libc::sigset_t>::zeroed();
    let all = signal_set(libc::sigfillset);
    // SAFETY: both sets are initialized, and outlive the calls.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, before.as_mut_ptr()) };
    let value = action();
    // SAFETY: as above.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), ptr::null_mut()) };
    value
}
