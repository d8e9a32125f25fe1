//! The seccomp filter: which system calls a program is refused, and about which it asks us.
//!
//! Landlock decides about files and knows the rest of a path's story; what it does not know is here. A filter
//! sees a call's number and its arguments, but not what they point to. So most calls that reach beyond the
//! program are refused as a whole, a few by their arguments, and those that change permissions, owners and
//! times come to us (see `metadata`), because linkers need them within the folder.

use std::ffi::{c_int, c_long};
use std::sync::LazyLock;

/// What becomes of a call that is not simply allowed.
#[derive(Clone, Copy)]
enum Answer {
    /// It fails with this error.
    Refuse(c_int),
    /// We are asked to do it, if somebody listens; otherwise it is allowed.
    Ask,
    /// It is allowed if all of this holds, and fails with this error otherwise.
    Only(&'static [Condition], c_int),
}

/// Argument number `argument`, of which only the bits in `mask` count, has one of these values. The calls here
/// all take 32 bits and pass over the rest.
#[derive(Clone, Copy)]
struct Condition {
    argument: u32,
    mask: u32,
    values: &'static [u32],
}

/// The calls of one architecture.
struct Table {
    /// `AUDIT_ARCH_*` of Linux's `audit.h`.
    architecture: u32,
    calls: &'static [&'static [Group]],
}

/// Calls, by their numbers, that get the same answer.
type Group = (Answer, &'static [c_long]);

const ALL_BITS: u32 = u32::MAX;

/// For calls that reach others, or change what the program may do.
const REFUSED: Answer = Answer::Refuse(libc::EPERM);
/// For calls that programs do without where an older kernel does not have them. A filter cannot see the flags
/// of `clone3`; files in memory are seen by no limit.
const MISSING: Answer = Answer::Refuse(libc::ENOSYS);
/// For sockets, io_uring (which makes sockets as well), and what outlives the program: shared memory,
/// semaphores and message queues of System V, and message queues of POSIX.
const NO_ACCESS: Answer = Answer::Refuse(libc::EACCES);
/// Programs know file systems without extended attributes.
const UNSUPPORTED: Answer = Answer::Refuse(libc::ENOTSUP);

/// Every `CLONE_NEW*`: in a user namespace of its own a program would have all privileges again.
const NAMESPACES: u32 = 0x7e02_0080;
const NO_NAMESPACES: Answer =
    Answer::Only(&[Condition { argument: 0, mask: NAMESPACES, values: &[0] }], libc::EPERM);
/// In `clone`, the lowest byte is a signal.
const NO_NAMESPACES_IN_CLONE: Answer =
    Answer::Only(&[Condition { argument: 0, mask: NAMESPACES & !0xff, values: &[0] }], libc::EPERM);
/// The process is named in the first argument, and zero is the caller's.
const OWN_PROCESS: Answer =
    Answer::Only(&[Condition { argument: 0, mask: ALL_BITS, values: &[0] }], libc::EPERM);
/// `setpriority(PRIO_PROCESS, 0, ..)`.
const OWN_PRIORITY: Answer = Answer::Only(
    &[
        Condition { argument: 0, mask: ALL_BITS, values: &[0] },
        Condition { argument: 1, mask: ALL_BITS, values: &[0] },
    ],
    libc::EPERM,
);
/// Unix-domain sockets of the kinds `SOCK_STREAM` and `SOCK_SEQPACKET`. A datagram socket of a pair can still
/// send to any other by its address.
const OWN_PAIR: Answer = Answer::Only(
    &[
        Condition { argument: 0, mask: ALL_BITS, values: &[1] },
        Condition { argument: 1, mask: 0xf, values: &[1, 5] },
    ],
    libc::EACCES,
);
/// The question what it is, `PER_LINUX` and `PER_LINUX32`, with or without `ADDR_NO_RANDOMIZE`, which sanitizers want.
const PLAIN_PERSONALITY: Answer = Answer::Only(
    &[Condition { argument: 0, mask: ALL_BITS, values: &[u32::MAX, 0, 8, 0x4_0000, 0x4_0008] }],
    libc::EPERM,
);
/// What runtimes and compilers ask of files and terminals. Other requests change a file's flags, seal it, make
/// subvolumes or type into a terminal, through any descriptor, also one that was opened to read.
const HARMLESS_REQUESTS: Answer = Answer::Only(
    &[Condition {
        argument: 1,
        mask: ALL_BITS,
        values: &[
            0x5401,      // TCGETS
            0x802c_542a, // TCGETS2
            0x5413,      // TIOCGWINSZ
            0x540f,      // TIOCGPGRP
            0x541b,      // FIONREAD
            0x5421,      // FIONBIO
            0x5450,      // FIONCLEX
            0x5451,      // FIOCLEX
            0x4004_9409, // FICLONE, to a file that is open for writing
            0x4020_940d, // FICLONERANGE, likewise
            0xc020_660b, // FS_IOC_FIEMAP
            0x8008_6601, // FS_IOC_GETFLAGS
            0x801c_581f, // FS_IOC_FSGETXATTR
        ],
    }],
    libc::ENOTTY,
);

// Calls that `libc` does not name everywhere; they have one number on all architectures.
pub(super) const FCHMODAT2: c_long = 452;
const SETXATTRAT: c_long = 463;
const REMOVEXATTRAT: c_long = 466;
const FILE_SETATTR: c_long = 469;

/// The calls of the architecture that we are compiled for.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
const NATIVE: &[Group] = {
    use libc::*;
    &[
        (NO_ACCESS, &[SYS_socket, SYS_io_uring_setup, SYS_shmget, SYS_semget, SYS_msgget, SYS_mq_open]),
        (OWN_PAIR, &[SYS_socketpair]),
        (Answer::Ask, &[SYS_fchmod, SYS_fchmodat, FCHMODAT2, SYS_fchown, SYS_fchownat, SYS_utimensat]),
        (UNSUPPORTED, &[SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SETXATTRAT, FILE_SETATTR]),
        (UNSUPPORTED, &[SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, REMOVEXATTRAT]),
        (HARMLESS_REQUESTS, &[SYS_ioctl]),
        (NO_NAMESPACES_IN_CLONE, &[SYS_clone]),
        (NO_NAMESPACES, &[SYS_unshare]),
        (MISSING, &[SYS_clone3, SYS_memfd_create, SYS_memfd_secret]),
        (REFUSED, &[SYS_setns, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_open_by_handle_at]),
        (REFUSED, &[SYS_add_key, SYS_request_key, SYS_keyctl]),
        (REFUSED, &[SYS_process_vm_readv, SYS_process_vm_writev, SYS_process_madvise, SYS_process_mrelease]),
        (REFUSED, &[SYS_pidfd_getfd, SYS_kcmp, SYS_migrate_pages, SYS_move_pages, SYS_ioprio_set]),
        (PLAIN_PERSONALITY, &[SYS_personality]),
        (OWN_PROCESS, &[SYS_prlimit64, SYS_sched_setaffinity, SYS_sched_setattr]),
        (OWN_PROCESS, &[SYS_sched_setparam, SYS_sched_setscheduler]),
        (OWN_PRIORITY, &[SYS_setpriority]),
    ]
};

/// The tables of this machine: of the architecture that we are compiled for, and of the one with 32 bits that
/// its kernel runs as well. The latter's numbers are from Linux's tables of system calls, in the order of
/// [`NATIVE`]. Its programs change no metadata at all, also not in their folder: no compiler or linker is one.
#[cfg(target_arch = "x86_64")]
const TABLES: &[Table] = &[
    Table {
        architecture: 0xc000_003e,
        calls: &[
            NATIVE,
            &[
                (Answer::Ask, &[libc::SYS_chmod, libc::SYS_chown, libc::SYS_lchown]),
                // The C library has used `utimensat` in their place since 2.33.
                (REFUSED, &[libc::SYS_utime, libc::SYS_utimes, libc::SYS_futimesat]),
            ],
        ],
    },
    // i386.
    Table {
        architecture: 0x4000_0003,
        calls: &[&[
            // With `socketcall` and `ipc`, which stand for several.
            (NO_ACCESS, &[102, 117, 359, 425, 395, 393, 399, 277]),
            (OWN_PAIR, &[360]),
            // `chmod`, `fchmod`, `fchmodat`, `fchmodat2`.
            (REFUSED, &[15, 94, 306, 452]),
            // `lchown`, `fchown`, `chown`, the same for numbers of 32 bits, `fchownat`.
            (REFUSED, &[16, 95, 182, 198, 207, 212, 298]),
            // `utime`, `utimes`, `futimesat`, `utimensat`, `utimensat_time64`.
            (REFUSED, &[30, 271, 299, 320, 412]),
            (UNSUPPORTED, &[226, 227, 228, 463, 469, 235, 236, 237, 466]),
            (HARMLESS_REQUESTS, &[54]),
            (NO_NAMESPACES_IN_CLONE, &[120]),
            (NO_NAMESPACES, &[310]),
            (MISSING, &[435, 356, 447]),
            (REFUSED, &[346, 357, 336, 374, 342, 286, 287, 288, 347, 348, 440, 448, 438, 349, 294, 317, 289]),
            (PLAIN_PERSONALITY, &[136]),
            (OWN_PROCESS, &[340, 241, 351, 154, 156]),
            (OWN_PRIORITY, &[97]),
        ]],
    },
];
/// As above.
#[cfg(target_arch = "aarch64")]
const TABLES: &[Table] = &[
    Table { architecture: 0xc000_00b7, calls: &[NATIVE] },
    // ARM.
    Table {
        architecture: 0x4000_0028,
        calls: &[&[
            (NO_ACCESS, &[281, 425, 307, 299, 303, 274]),
            (OWN_PAIR, &[288]),
            // `chmod`, `fchmod`, `fchmodat`, `fchmodat2`.
            (REFUSED, &[15, 94, 333, 452]),
            // `lchown`, `fchown`, `chown`, the same for numbers of 32 bits, `fchownat`.
            (REFUSED, &[16, 95, 182, 198, 207, 212, 325]),
            // `utimes`, `futimesat`, `utimensat`, `utimensat_time64`.
            (REFUSED, &[269, 326, 348, 412]),
            (UNSUPPORTED, &[226, 227, 228, 463, 469, 235, 236, 237, 466]),
            (HARMLESS_REQUESTS, &[54]),
            (NO_NAMESPACES_IN_CLONE, &[120]),
            (NO_NAMESPACES, &[337]),
            (MISSING, &[435, 385, 447]),
            (REFUSED, &[375, 386, 364, 388, 371, 309, 310, 311, 376, 377, 440, 448, 438, 378, 400, 344, 314]),
            (PLAIN_PERSONALITY, &[136]),
            (OWN_PROCESS, &[369, 241, 380, 154, 156]),
            (OWN_PRIORITY, &[97]),
        ]],
    },
];
/// As above: namespaces have to do here.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const TABLES: &[Table] = &[];

/// A filter, as the kernel takes it.
pub(super) type Filter = &'static [libc::sock_filter];

/// The filter that asks us about metadata; `None` for an architecture whose calls we do not know.
pub(super) fn asking_filter() -> Option<Filter> {
    static FILTER: LazyLock<Vec<libc::sock_filter>> = LazyLock::new(|| filter(libc::SECCOMP_RET_USER_NOTIF));
    (!TABLES.is_empty()).then_some(&FILTER)
}

/// The same for where nobody can be asked: it lets metadata be changed anywhere.
pub(super) fn silent_filter() -> Option<Filter> {
    static FILTER: LazyLock<Vec<libc::sock_filter>> = LazyLock::new(|| filter(libc::SECCOMP_RET_ALLOW));
    (!TABLES.is_empty()).then_some(&FILTER)
}

fn filter(ask: u32) -> Vec<libc::sock_filter> {
    /// Where `struct seccomp_data` has the call's number and the architecture.
    const NUMBER: u32 = 0;
    const ARCHITECTURE: u32 = 4;
    let mut filter = vec![load(ARCHITECTURE)];
    for table in TABLES {
        let mut block = vec![load(NUMBER)];
        // x86-64's variant x32 marks its numbers with a bit and has some of its own. Most kernels are without
        // it; no architecture has numbers so large.
        block.extend([skip_if_below(0x4000_0000), answer(refuse(libc::ENOSYS))]);
        for (decision, numbers) in table.calls.iter().copied().flatten() {
            let decide = match *decision {
                Answer::Refuse(errno) => vec![answer(refuse(errno))],
                Answer::Ask => vec![answer(ask)],
                Answer::Only(conditions, errno) => only(conditions, errno),
            };
            for number in *numbers {
                let number = u32::try_from(*number).expect("calls have small numbers");
                block.push(go_on_if(number, short(decide.len())));
                block.extend(&decide);
            }
        }
        block.push(answer(libc::SECCOMP_RET_ALLOW));
        // A block is longer than a conditional jump can go.
        filter.extend([go_on_if(table.architecture, 1), jump(1), jump(block.len())]);
        filter.extend(block);
    }
    filter.push(answer(refuse(libc::ENOSYS)));
    filter
}

/// Allows a call if all of this holds.
fn only(conditions: &[Condition], errno: c_int) -> Vec<libc::sock_filter> {
    let mut code = Vec::new();
    for condition in conditions {
        // Where `struct seccomp_data` has the low half of an argument.
        let low_half = 16 + 8 * condition.argument + if cfg!(target_endian = "big") { 4 } else { 0 };
        code.extend([load(low_half), and(condition.mask)]);
        code.extend(go_on_if_any(condition.values));
        code.push(answer(refuse(errno)));
    }
    code.push(answer(libc::SECCOMP_RET_ALLOW));
    code
}

fn refuse(errno: c_int) -> u32 {
    libc::SECCOMP_RET_ERRNO | errno.unsigned_abs()
}

fn load(offset: u32) -> libc::sock_filter {
    instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, offset)
}

fn and(mask: u32) -> libc::sock_filter {
    instruction(libc::BPF_ALU | libc::BPF_AND | libc::BPF_K, 0, 0, mask)
}

fn answer(action: u32) -> libc::sock_filter {
    instruction(libc::BPF_RET | libc::BPF_K, 0, 0, action)
}

fn jump(over: usize) -> libc::sock_filter {
    instruction(libc::BPF_JMP | libc::BPF_JA, 0, 0, u32::try_from(over).expect("a filter is short"))
}

/// Goes on if the loaded value is this one, and passes over so many instructions if not.
fn go_on_if(value: u32, otherwise: u8) -> libc::sock_filter {
    instruction(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, 0, otherwise, value)
}

/// Passes over the next instruction if the loaded value is one of these.
fn go_on_if_any(values: &[u32]) -> impl Iterator<Item = libc::sock_filter> {
    let comparison = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
    (0..).zip(values).map(move |(at, value)| instruction(comparison, short(values.len() - at), 0, *value))
}

/// Passes over the next instruction if the loaded value is smaller.
fn skip_if_below(value: u32) -> libc::sock_filter {
    instruction(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, value)
}

fn short(length: usize) -> u8 {
    u8::try_from(length).expect("what belongs to one call is a handful of instructions")
}

fn instruction(code: u32, jump_if_true: u8, jump_if_false: u8, operand: u32) -> libc::sock_filter {
    let code = u16::try_from(code).expect("BPF's codes have 16 bits");
    libc::sock_filter { code, jt: jump_if_true, jf: jump_if_false, k: operand }
}
