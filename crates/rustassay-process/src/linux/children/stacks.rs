//! Memory for the new processes to run on.

use std::ffi::c_void;
use std::ptr;

use rustix::mm::{MapFlags, MprotectFlags, ProtFlags};

/// Two stacks with a guard page below each: for the supervisor, and for the program's process until it executes its file.
pub(super) struct Stacks {
    base: *mut c_void,
}

impl Stacks {
    /// Some hundred bytes are used, and more in a debug build.
    const STACK: usize = 64 << 10;
    /// As large as the largest page of any architecture.
    const GUARD: usize = 64 << 10;
    const SIZE: usize = 2 * (Stacks::GUARD + Stacks::STACK);

    pub(super) fn new() -> rustix::io::Result<Stacks> {
        // SAFETY: a new mapping overlaps nothing.
        let base = unsafe {
            rustix::mm::mmap_anonymous(ptr::null_mut(), Stacks::SIZE, ProtFlags::empty(), MapFlags::PRIVATE)?
        };
        let stacks = Stacks { base };
        for top in [stacks.supervisor(), stacks.program()] {
            let bottom = top.wrapping_byte_sub(Stacks::STACK);
            // SAFETY: this is within the mapping, which nobody uses yet.
            unsafe {
                rustix::mm::mprotect(bottom, Stacks::STACK, MprotectFlags::READ | MprotectFlags::WRITE)?;
            }
        }
        Ok(stacks)
    }

    /// Where the supervisor's stack begins, growing downwards.
    pub(super) fn supervisor(&self) -> *mut c_void {
        self.base.wrapping_byte_add(Stacks::SIZE / 2)
    }

    /// Where the stack of the program's process begins.
    pub(super) fn program(&self) -> *mut c_void {
        self.base.wrapping_byte_add(Stacks::SIZE)
    }
}

impl Drop for Stacks {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours alone, and whoever ran on it is gone.
        let _ = unsafe { rustix::mm::munmap(self.base, Stacks::SIZE) };
    }
}
