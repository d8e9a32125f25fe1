//! The supervising process.

use std::ffi::{CStr, c_int, c_void};
use std::mem::ManuallyDrop;
use std::os::fd::{BorrowedFd, FromRawFd, IntoRawFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::mount::{MountFlags, MountPropagationFlags};
use rustix::process::{Pid, Signal, WaitOptions, kill_process_group};

use super::supervisor::Room;
use super::{Failure, Message, at, check, program, send, signal_set};
use crate::task::StartStep;

/// What the supervising process does; the argument is a [`Room`].
pub(super) extern "C" fn supervise(room: *mut c_void) -> c_int {
    // SAFETY: `Supervisor::start` passes a room that outlives this process.
    let room = unsafe { &*room.cast::<Room>() };
    if let Err(failure) = start_and_watch(room) {
        send(&room.plan.report, Message::Failed(failure));
    }
    // SAFETY: this ends the process without running anything of ours.
    unsafe { libc::_exit(0) }
}

fn start_and_watch(Room { plan, stacks }: &Room) -> Result<(), Failure> {
    let owns_tree = plan.namespaces & libc::CLONE_NEWPID != 0;
    for (file, content) in &plan.id_maps {
        at(StartStep::Namespaces, write(file, content.as_bytes()))?;
    }
    if !owns_tree {
        // The call wants to know "yes" or "no"; any process says "yes".
        at(StartStep::Supervisor, rustix::process::set_child_subreaper(Some(Pid::INIT)))?;
    }
    if plan.namespaces & libc::CLONE_NEWNS != 0 {
        at(StartStep::Namespaces, mount_own_proc(plan.namespaces & libc::CLONE_NEWUSER != 0))?;
    }
    let Some(program) = &plan.program else {
        send(&plan.report, Message::Started);
        return Ok(());
    };

    let child_signal = {
        let mut set = signal_set(libc::sigemptyset);
        // SAFETY: the set is initialized.
        let fd = unsafe {
            libc::sigaddset(&raw mut set, libc::SIGCHLD);
            libc::signalfd(-1, &raw const set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK)
        };
        at(StartStep::Supervisor, check(fd.into()))?;
        // SAFETY: the call succeeded, so this is a new descriptor. It is never dropped.
        ManuallyDrop::new(unsafe { OwnedFd::from_raw_fd(fd) })
    };
    let start = program::Start { program, report: &plan.report };
    // SAFETY: we stay in this function until the process is gone.
    let child = at(StartStep::Process, unsafe { program::start(&start, stacks.program()) })?;

    // The program has its own copies of the descriptors. Keeping others' would keep their pipes open and
    // their locks taken.
    at(StartStep::Supervisor, rustix::stdio::dup2_stdin(&plan.report))?;
    at(StartStep::Supervisor, rustix::stdio::dup2_stdout(&*child_signal))?;
    // SAFETY: nothing below uses any other descriptor.
    at(StartStep::Supervisor, check(unsafe { libc::syscall(libc::SYS_close_range, 2, c_int::MAX, 0) }))?;
    send(rustix::stdio::stdin(), Message::Started);
    watch(child, rustix::stdio::stdin(), rustix::stdio::stdout());
    kill_descendants(child, owns_tree);
    Ok(())
}

/// Puts a `/proc` of the process namespace in the place of the system's.
fn mount_own_proc(is_new_user: bool) -> rustix::io::Result<()> {
    if !is_new_user {
        // What is mounted here must not appear elsewhere; a new user namespace sees to that by itself.
        let flags = MountPropagationFlags::DOWNSTREAM | MountPropagationFlags::REC;
        rustix::mount::mount_change(c"/", flags)?;
    }
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    rustix::mount::mount(c"proc", c"/proc", c"proc", flags, None)
}

/// Returns when the program has ended, which it reports, or when the other end of the socket wants something
/// or is gone.
fn watch(child: Pid, socket: BorrowedFd<'_>, child_signal: BorrowedFd<'_>) {
    loop {
        let mut fds = [PollFd::new(&socket, PollFlags::IN), PollFd::new(&child_signal, PollFlags::IN)];
        if poll(&mut fds, None).is_err() {
            continue;
        }
        let [socket_event, child_event] = &fds;
        if !socket_event.revents().is_empty() {
            return;
        }
        if child_event.revents().is_empty() {
            continue;
        }
        // One notice stands for any number of children: take it first, then look for all of them.
        let _ = rustix::io::read(child_signal, &mut [0_u8; size_of::<libc::signalfd_siginfo>()]);
        while let Ok(Some((pid, status))) = rustix::process::wait(WaitOptions::NOHANG) {
            if pid != child {
                continue;
            }
            let message = match (status.exit_status(), status.terminating_signal()) {
                (Some(code), _) => Message::Exited(code),
                (None, Some(signal)) => Message::Signaled(signal),
                (None, None) => continue,
            };
            send(socket, message);
            return;
        }
    }
}

/// Kills all descendants, of which the orphans have become our children, and waits for them: what nobody
/// waits for is missing from the kernel's books.
fn kill_descendants(child: Pid, owns_tree: bool) {
    loop {
        if owns_tree && rustix::process::getpid() == Pid::INIT {
            // This is `kill(-1)`: from process 1 of a namespace, to all others in it, at one moment.
            let _ = kill_process_group(Pid::INIT, Signal::KILL);
        } else if kill_children().is_err() && kill_process_group(child, Signal::KILL).is_err() {
            // A kernel that cannot list children has left us the group that the program was started in; it is
            // empty.
            return;
        }
        // Each that dies may leave us its own children.
        match rustix::process::wait(WaitOptions::empty()) {
            Err(Errno::INTR) | Ok(_) => {}
            Err(_) => return,
        }
        while let Ok(Some(_)) = rustix::process::wait(WaitOptions::NOHANG) {}
    }
}

/// Sends `SIGKILL` to the children, or to the first few hundred of them.
fn kill_children() -> rustix::io::Result<()> {
    let list =
        rustix::fs::open(c"/proc/thread-self/children", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?;
    let mut buffer = [0_u8; 4096];
    let length = rustix::io::read(&list, &mut buffer);
    close(list);
    let length = length?;
    let mut pid: i32 = 0;
    // Every number is followed by a space; a last one that is not was cut off by the end of the buffer.
    for byte in buffer.iter().take(length) {
        if byte.is_ascii_digit() {
            pid = pid.wrapping_mul(10).wrapping_add(i32::from(byte - b'0'));
            continue;
        }
        if pid > 1
            && let Some(child) = Pid::from_raw(pid)
        {
            let _ = rustix::process::kill_process(child, Signal::KILL);
        }
        pid = 0;
    }
    Ok(())
}

/// Writes to a file that takes all at once.
pub(super) fn write(file: &CStr, content: &[u8]) -> rustix::io::Result<()> {
    let file = rustix::fs::open(file, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
    let written = rustix::io::write(&file, content);
    close(file);
    written.map(|_| ())
}

/// What dropping does, but without the C library, for which that is a point where threads can be cancelled.
fn close(file: OwnedFd) {
    // SAFETY: the descriptor is ours, and not used again.
    unsafe { rustix::io::close(file.into_raw_fd()) };
}
