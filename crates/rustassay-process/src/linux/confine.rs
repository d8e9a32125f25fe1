//! What keeps a program in its folder and off the network, made ready for the children.

use std::ffi::{CStr, c_int};
use std::os::fd::OwnedFd;
use std::sync::LazyLock;

use landlock::{
    ABI, Access, AccessFs, AccessNet, PathBeneath, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError,
    Scope, path_beneath_rules,
};

use crate::task::Task;

/// The newest Landlock that we know; the crate leaves out what the kernel does not have.
const LANDLOCK: ABI = ABI::V9;

/// Devices that swallow what is written to them, which build tools rely on.
const SINKS: [&str; 2] = ["/dev/null", "/dev/full"];

/// The Landlock rules for a task whose folder is open; `None` if the kernel has no Landlock.
pub(super) fn file_rules(task: &Task<'_>, folder: OwnedFd) -> Result<Option<OwnedFd>, RulesetError> {
    let write = AccessFs::from_write(LANDLOCK);
    let handled = match task.readable {
        Some(_) => AccessFs::from_all(LANDLOCK),
        None => write,
    };
    let rules = Ruleset::default()
        .handle_access(handled)?
        .handle_access(AccessNet::from_all(LANDLOCK))?
        .scope(Scope::from_all(LANDLOCK))?
        .create()?
        .add_rule(PathBeneath::new(folder, handled))?
        .add_rules(path_beneath_rules(SINKS, handled & AccessFs::from_file(LANDLOCK)))?;
    let read = AccessFs::from_read(LANDLOCK);
    Ok(match &task.readable {
        Some(readable) => rules.add_rules(path_beneath_rules(readable, read))?,
        None => rules,
    }
    .into())
}

/// Numbers of the calls that make sockets, by the architecture that a process may make calls for
/// (`AUDIT_ARCH_*` of Linux's `audit.h`, and its system call tables). Without a socket there is no network; `socketpair`, which
/// reaches nobody else, is allowed. io_uring makes sockets as well.
#[cfg(target_arch = "x86_64")]
const SOCKET_CALLS: &[(u32, &[u32])] = &[
    // x86-64: `socket`, `io_uring_setup`; the same with the bit that marks the x32 interface.
    (0xc000_003e, &[41, 425, 0x4000_0000 + 41, 0x4000_0000 + 425]),
    // i386: `socketcall`, `socket`, `io_uring_setup`.
    (0x4000_0003, &[102, 359, 425]),
];
/// As above.
#[cfg(target_arch = "aarch64")]
const SOCKET_CALLS: &[(u32, &[u32])] = &[
    // AArch64: `socket`, `io_uring_setup`.
    (0xc000_00b7, &[198, 425]),
    // ARM.
    (0x4000_0028, &[281, 425]),
];
/// As above: a network namespace has to do here.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const SOCKET_CALLS: &[(u32, &[u32])] = &[];

/// The seccomp filter that refuses sockets; `None` for an architecture whose calls we do not know.
pub(super) fn socket_filter() -> Option<&'static [libc::sock_filter]> {
    static FILTER: LazyLock<Vec<libc::sock_filter>> = LazyLock::new(|| {
        /// Where `struct seccomp_data` has the call's number and the architecture.
        const NUMBER: u32 = 0;
        const ARCHITECTURE: u32 = 4;
        let load = |offset| instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, offset);
        // Goes on if the loaded value is `value`, and passes over `otherwise` instructions if not.
        let expect =
            |value, otherwise| instruction(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, otherwise, value);
        let answer = |action| instruction(libc::BPF_RET | libc::BPF_K, 0, action);
        let refuse = |errno: c_int| answer(libc::SECCOMP_RET_ERRNO | errno.unsigned_abs());

        let mut filter = vec![load(ARCHITECTURE)];
        for (architecture, calls) in SOCKET_CALLS {
            let mut block = vec![load(NUMBER)];
            for call in *calls {
                block.extend([expect(*call, 1), refuse(libc::EACCES)]);
            }
            block.push(answer(libc::SECCOMP_RET_ALLOW));
            let length = u8::try_from(block.len()).expect("a block has a handful of instructions");
            filter.push(expect(*architecture, length));
            filter.extend(block);
        }
        filter.push(refuse(libc::ENOSYS));
        filter
    });
    (!SOCKET_CALLS.is_empty()).then_some(&FILTER)
}

fn instruction(code: u32, jump_if_false: u8, operand: u32) -> libc::sock_filter {
    let code = u16::try_from(code).expect("BPF's codes have 16 bits");
    libc::sock_filter { code, jt: 0, jf: jump_if_false, k: operand }
}

/// What to write to which files so that the user and the group that we are exist in a new user namespace, under their own numbers
/// (`user_namespaces(7)`).
pub(super) fn id_maps(namespaces: c_int) -> Vec<(&'static CStr, String)> {
    if namespaces & libc::CLONE_NEWUSER == 0 {
        return Vec::new();
    }
    let (user, group) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    vec![
        (c"/proc/self/setgroups", "deny".to_owned()),
        (c"/proc/self/gid_map", format!("{group} {group} 1")),
        (c"/proc/self/uid_map", format!("{user} {user} 1")),
    ]
}
