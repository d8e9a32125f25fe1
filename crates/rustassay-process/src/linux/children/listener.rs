//! Our side of the seccomp filter: the calls that a program asks us about (`seccomp_unotify(2)`).

use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, OwnedFd};

use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;

/// Where a tree's questions arrive. If it is dropped, the calls fail.
pub(in super::super) struct Listener(pub(super) OwnedFd);

/// A call that waits for us.
pub(in super::super) struct Question {
    id: u64,
    /// The thread that makes the call, for `/proc`.
    pub thread: u32,
    /// The call's number.
    pub call: i64,
    pub args: [u64; 6],
}

impl Listener {
    /// To wait for a question.
    pub(in super::super) fn asked(&self) -> PollFd<'_> {
        PollFd::new(&self.0, PollFlags::IN)
    }

    /// Takes a question that is there; `None` if who asked it is gone.
    pub(in super::super) fn take(&self) -> Option<Question> {
        let mut notice = MaybeUninit::<libc::seccomp_notif>::zeroed();
        // SAFETY: all zeroes, as the call wants it, are a valid value, and it writes another one.
        let notice = unsafe {
            let result = libc::ioctl(self.0.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_RECV, notice.as_mut_ptr());
            if result < 0 {
                return None;
            }
            notice.assume_init()
        };
        let (call, args) = (notice.data.nr.into(), notice.data.args);
        Some(Question { id: notice.id, thread: notice.pid, call, args })
    }

    /// Ends the call that was asked about.
    pub(in super::super) fn answer(&self, question: &Question, result: Result<(), Errno>) {
        let error = result.map_or_else(|errno| -errno.raw_os_error(), |()| 0);
        let response = libc::seccomp_notif_resp { id: question.id, val: 0, error, flags: 0 };
        // If this fails, who asked is gone. SAFETY: the call reads the response.
        unsafe {
            libc::ioctl(self.0.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SEND, &raw const response);
        }
    }
}
