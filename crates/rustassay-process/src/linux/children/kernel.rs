//! Questions to the kernel about what it can do for the children.

use std::ptr;

/// The version of Landlock; zero if there is none (`landlock_create_ruleset(2)`).
pub(in super::super) fn landlock_abi() -> u32 {
    const VERSION: u32 = 1;
    // SAFETY: with this flag the call takes no memory, and only answers.
    let abi =
        unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, ptr::null::<u8>(), 0_usize, VERSION) };
    u32::try_from(abi).unwrap_or(0)
}

/// Whether system calls can be refused with an error (`seccomp(2)`).
pub(in super::super) fn has_seccomp() -> bool {
    let action = libc::SECCOMP_RET_ERRNO;
    // SAFETY: the call reads a number, and only answers.
    unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_GET_ACTION_AVAIL, 0, &raw const action) == 0 }
}
