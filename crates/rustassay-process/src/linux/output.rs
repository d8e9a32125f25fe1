//! A bounded reader of what a program prints.

use std::os::fd::OwnedFd;

use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;
use rustix::pipe::PipeFlags;

/// Our end of a program's standard output or error, and what came from it.
pub(super) struct Output {
    pipe: OwnedFd,
    kept: Vec<u8>,
    limit: usize,
    too_long: bool,
}

impl Output {
    /// A reader that keeps `limit` bytes, and the program's end.
    pub(super) fn new(limit: usize) -> rustix::io::Result<(Output, OwnedFd)> {
        let (ours, theirs) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)?;
        // Ours only: a program expects its own end to wait for it.
        rustix::io::ioctl_fionbio(&ours, true)?;
        let output = Output { pipe: ours, kept: Vec::new(), limit, too_long: false };
        Ok((output, super::above_stdio(theirs)?))
    }

    /// To wait until there is something to read. We keep the program's end open ourselves, so that the pipe never ends.
    pub(super) fn readable(&self) -> PollFd<'_> {
        PollFd::new(&self.pipe, PollFlags::IN)
    }

    /// Reads what is there, until it is too long. `buffer` may be of any size.
    pub(super) fn read(&mut self, buffer: &mut [u8]) {
        while !self.too_long {
            match rustix::io::read(&self.pipe, &mut *buffer) {
                Ok(0) => return,
                Ok(length) => {
                    let kept = length.min(self.limit - self.kept.len());
                    self.kept.extend_from_slice(&buffer[..kept]);
                    self.too_long = kept < length;
                }
                Err(Errno::INTR) => {}
                Err(_) => return,
            }
        }
    }

    /// Whether there was more than is kept.
    pub(super) fn is_too_long(&self) -> bool {
        self.too_long
    }

    /// What was kept.
    pub(super) fn into_kept(self) -> Vec<u8> {
        self.kept
    }
}
