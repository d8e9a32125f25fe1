//! The process between us and a program, and the program's own first steps: everything that happens after
//! `clone`.
//!
//! [`Supervisor::start`] makes a process that shares our memory but has file descriptors, signal handlers
//! and, where there are namespaces, a process namespace of its own, in which it is process 1. It starts the
//! program, reaps whatever is orphaned in the tree, reports how the program ended, and exits; the kernel then
//! kills all that is left in the namespace before anybody learns of the exit. Without a namespace it is the
//! "child subreaper" of the tree and kills what is left itself. It stops the tree too when we ask for it or
//! when we are gone: both are something to read on a socket whose other end is ours.
//!
//! Why shared memory: `fork` copies our page tables, and then every page that we write to. With half a
//! gigabyte in use that is tens of milliseconds for each program, where `clone` with `CLONE_VM` takes
//! microseconds; `posix_spawn` does the same. What that asks of the code here:
//! - it neither allocates nor locks nor panics: other threads of ours may hold locks, or be within the
//!   allocator;
//! - it writes to no memory but its own stack. The exception is `errno`, which lies in the memory of the
//!   thread that called `clone`: that thread waits in a system call until the program has started or failed
//!   to, and after that the supervisor uses rustix only, which has no `errno`;
//! - all signals are blocked in it, so that no handler of ours runs there.
#![allow(unsafe_code)]

mod attempts;
mod inside;
mod kernel;
mod listener;
mod program;
mod stacks;
mod supervisor;

use std::ffi::{CStr, CString, c_char, c_int, c_long};
use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::ptr;

use rustix::io::Errno;
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags};
use rustix::process::{Resource, Rlimit};

use crate::task::StartStep;

pub(super) use attempts::{Attempts, Possible};
pub(super) use kernel::{has_seccomp, landlock_abi};
pub(super) use listener::{Listener, Question};
pub(super) use supervisor::Supervisor;

/// What could not be done, and the system's reason.
pub(super) type Failure = (StartStep, Errno);

/// All that the supervisor and the program's process need, made ready before they exist.
pub(super) struct Plan {
    /// The namespaces to make, as `clone` flags.
    pub namespaces: c_int,
    /// Files and what to write to them, to keep our user and group in a new user namespace.
    pub id_maps: Vec<(&'static CStr, String)>,
    /// The supervisor's end of the socket.
    pub report: OwnedFd,
    /// What to start; `None` to see only whether the namespaces work.
    pub program: Option<Program>,
}

/// A program's part of a [`Plan`].
pub(super) struct Program {
    pub action: Action,
    pub folder: CString,
    pub stdin: OwnedFd,
    pub stdout: OwnedFd,
    pub stderr: OwnedFd,
    pub limits: Vec<(Resource, Rlimit)>,
    /// Whether it has what privileges we have.
    pub keeps_privileges: bool,
    /// The Landlock rules.
    pub files: Option<OwnedFd>,
    /// The seccomp filter.
    pub calls: Option<Calls>,
}

impl Program {
    /// Whether its filter asks us.
    fn asks(&self) -> bool {
        self.calls.is_some_and(|calls| calls.asks)
    }
}

/// What the program's process does when everything is ready.
pub(super) enum Action {
    /// It becomes the program.
    Execute { file: CString, args: CStrings, env: CStrings },
    /// It tries what a program could do, and says so by its exit code.
    Attempt(Attempts),
}

/// A seccomp filter, and whether it asks us.
#[derive(Clone, Copy)]
pub(super) struct Calls {
    pub filter: &'static [libc::sock_filter],
    pub asks: bool,
}

/// Strings as `execve` takes them.
pub(super) struct CStrings {
    pointers: Vec<*const c_char>,
    _strings: Vec<CString>,
}

impl From<Vec<CString>> for CStrings {
    fn from(strings: Vec<CString>) -> CStrings {
        let pointers = strings.iter().map(|string| string.as_ptr()).chain([ptr::null()]).collect();
        CStrings { pointers, _strings: strings }
    }
}

/// What is sent over the socket to us.
#[derive(Clone, Copy, Debug)]
pub(super) enum Message {
    /// The program has started.
    Started,
    /// With this message comes the descriptor by which a program asks us about its calls.
    Listening,
    /// It has exited, with this code.
    Exited(i32),
    /// This signal has killed it.
    Signaled(i32),
    /// It could not be started.
    Failed(Failure),
}

impl Message {
    const SIZE: usize = 8;
    /// Tags from this one on are of a failed step.
    const FAILED: u32 = 4;

    fn to_bytes(self) -> [u8; Message::SIZE] {
        let (tag, value) = match self {
            Message::Started => (0, 0),
            Message::Exited(code) => (1, code),
            Message::Signaled(signal) => (2, signal),
            Message::Listening => (3, 0),
            Message::Failed((step, errno)) => (Message::FAILED + step as u32, errno.raw_os_error()),
        };
        let ([a, b, c, d], [e, f, g, h]) = (tag.to_ne_bytes(), value.to_ne_bytes());
        [a, b, c, d, e, f, g, h]
    }

    fn from_bytes([a, b, c, d, e, f, g, h]: [u8; Message::SIZE]) -> Option<Message> {
        let (tag, value) = (u32::from_ne_bytes([a, b, c, d]), i32::from_ne_bytes([e, f, g, h]));
        Some(match tag {
            0 => Message::Started,
            1 => Message::Exited(value),
            2 => Message::Signaled(value),
            3 => Message::Listening,
            _ => {
                let step = *StartStep::ALL.get(usize::try_from(tag - Message::FAILED).ok()?)?;
                Message::Failed((step, Errno::from_raw_os_error(value)))
            }
        })
    }
}

fn send(socket: impl AsFd, message: Message) {
    // If this fails, nobody is there to be told.
    let _ = rustix::net::send(socket, &message.to_bytes(), SendFlags::NOSIGNAL);
}

/// Sends a descriptor along with a message.
fn send_with(socket: impl AsFd, message: Message, fd: BorrowedFd<'_>) -> rustix::io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    let fds = [fd];
    ancillary.push(SendAncillaryMessage::ScmRights(&fds));
    let bytes = message.to_bytes();
    rustix::net::sendmsg(socket, &[IoSlice::new(&bytes)], &mut ancillary, SendFlags::NOSIGNAL).map(|_| ())
}

fn signal_set(fill: unsafe extern "C" fn(*mut libc::sigset_t) -> c_int) -> libc::sigset_t {
    let mut set = MaybeUninit::<libc::sigset_t>::zeroed();
    // SAFETY: the pointer is to memory of the right type, which all zeroes are valid for.
    unsafe {
        fill(set.as_mut_ptr());
        set.assume_init()
    }
}

/// The result of a call that returns a negative number and sets `errno` if it fails.
fn check(result: c_long) -> rustix::io::Result<()> {
    if result >= 0 {
        return Ok(());
    }
    Err(Errno::from_raw_os_error(io::Error::last_os_error().raw_os_error().unwrap_or(libc::EINVAL)))
}

fn at<T>(step: StartStep, result: rustix::io::Result<T>) -> Result<T, Failure> {
    result.map_err(|errno| (step, errno))
}
