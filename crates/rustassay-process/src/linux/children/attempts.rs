//! What a program could do to others, found out by a process that is kept apart like one, and tries.

use std::ffi::CString;

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketType};
use rustix::process::Pid;

/// On whom to try: all of it is ours.
pub(in super::super) struct Attempts {
    /// A file outside the folder.
    pub outside: CString,
    /// A file in the folder.
    pub inside: CString,
    /// Us.
    pub process: Pid,
    /// What `/proc` says of us.
    pub status: CString,
    /// Our current folder in `/proc`, which the kernel shows to who may look into us. Our memory would not do:
    /// the process shares it.
    pub inner: CString,
}

/// What was possible; as the exit code of the process that tried, a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Possible {
    pub write: bool,
    pub truncate: bool,
    pub metadata: bool,
    pub own_metadata: bool,
    pub socket: bool,
    pub signal: bool,
    pub proc: bool,
    pub inner: bool,
}

impl Possible {
    /// If nothing could be tried, nothing is known to be refused.
    pub(in super::super) const EVERYTHING: Possible = Possible::from_bits(0xff);

    pub(in super::super) const fn from_bits(bits: i32) -> Possible {
        Possible {
            write: bits & 1 != 0,
            truncate: bits & 2 != 0,
            metadata: bits & 4 != 0,
            own_metadata: bits & 8 != 0,
            socket: bits & 16 != 0,
            signal: bits & 32 != 0,
            proc: bits & 64 != 0,
            inner: bits & 128 != 0,
        }
    }
}

/// Tries, without `errno` and without allocating: this process shares our memory.
pub(super) fn attempt(attempts: &Attempts) -> i32 {
    let Attempts { outside, inside, process, status, inner } = attempts;
    let open = |file, flags| rustix::fs::open(file, flags | OFlags::CLOEXEC, Mode::empty()).map(drop);
    let private = Mode::RUSR | Mode::WUSR;
    let socket = |family| rustix::net::socket(family, SocketType::STREAM, None).map(drop);
    let results: [Result<(), Errno>; 8] = [
        open(&**outside, OFlags::WRONLY),
        open(&**outside, OFlags::RDONLY | OFlags::TRUNC),
        rustix::fs::chmod(&**outside, private),
        rustix::fs::chmod(&**inside, private),
        socket(AddressFamily::INET).or_else(|_| socket(AddressFamily::UNIX)),
        rustix::process::test_kill_process(*process),
        open(&**status, OFlags::RDONLY),
        open(&**inner, OFlags::PATH),
    ];
    (0..).zip(results).fold(0, |bits, (bit, result)| if result.is_ok() { bits | 1 << bit } else { bits })
}
