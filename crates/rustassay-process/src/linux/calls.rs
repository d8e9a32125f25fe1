//! The seccomp filter: which system calls a program is refused, and about which it asks us.
//!
//! Landlock decides about files and knows the rest of a path's story; what it does not know is here. A filter
//! sees a call's number and its arguments, but not what they point to. So most calls that reach beyond the
//! program are refused as a whole, a few by their arguments, and those that change permissions, owners and
//! times come to us (see `metadata`), because linkers need them within the folder.

use std::ffi::{c_int, c_long};

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
    calls: &'static [Group],
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
        (Answer::Ask, METADATA),
        (
            UNSUPPORTED,
            &[
                SYS_setxattr,
                SYS_lsetxattr,
                SYS_fsetxattr,
                SETXATTRAT,
                SYS_removexattr,
                SYS_lremovexattr,
                SYS_fremovexattr,
                REMOVEXATTRAT,
                FILE_SETATTR,
            ],
        ),
        (HARMLESS_REQUESTS, &[SYS_ioctl]),
        (NO_NAMESPACES_IN_CLONE, &[SYS_clone]),
        (NO_NAMESPACES, &[SYS_unshare]),
        (MISSING, &[SYS_clone3, SYS_memfd_create, SYS_memfd_secret]),
        (
            REFUSED,
            &[
                SYS_setns,
                SYS_bpf,
                SYS_perf_event_open,
                SYS_userfaultfd,
                SYS_open_by_handle_at,
                SYS_add_key,
                SYS_request_key,
                SYS_keyctl,
                SYS_ioprio_set,
                // The C library has used `utimensat` in their place since 2.33.
                #[cfg(target_arch = "x86_64")]
                SYS_utime,
                #[cfg(target_arch = "x86_64")]
                SYS_utimes,
                #[cfg(target_arch = "x86_64")]
                SYS_futimesat,
            ],
        ),
        (PLAIN_PERSONALITY, &[SYS_personality]),
        (
            OWN_PROCESS,
            &[
                SYS_prlimit64,
                SYS_sched_setaffinity,
                SYS_sched_setattr,
                SYS_sched_setparam,
                SYS_sched_setscheduler,
            ],
        ),
        (OWN_PRIORITY, &[SYS_setpriority]),
    ]
};

/// The calls that we are asked about.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
const METADATA: &[c_long] = {
    use libc::*;
    &[
        SYS_fchmod,
        SYS_fchmodat,
        FCHMODAT2,
        SYS_fchown,
        SYS_fchownat,
        SYS_utimensat,
        #[cfg(target_arch = "x86_64")]
        SYS_chmod,
        #[cfg(target_arch = "x86_64")]
        SYS_chown,
        #[cfg(target_arch = "x86_64")]
        SYS_lchown,
    ]
};

/// The architecture that we are compiled for.
#[cfg(target_arch = "x86_64")]
const NATIVE_TABLE: Table = Table { architecture: 0xc000_003e, calls: NATIVE };
/// As above.
#[cfg(target_arch = "aarch64")]
const NATIVE_TABLE: Table = Table { architecture: 0xc000_00b7, calls: NATIVE };

/// The architecture of 32 bits that the kernel runs as well, for programs that are of it: i386. The numbers
/// are from Linux's table of system calls, in the order of [`NATIVE`]. Its programs change no metadata at all,
/// also not in their folder: no compiler or linker is one.
#[cfg(target_arch = "x86_64")]
const SMALL_TABLE: Table = Table {
    architecture: 0x4000_0003,
    calls: &[
        // With `socketcall` and `ipc`, which stand for several.
        (NO_ACCESS, &[102, 117, 359, 425, 395, 393, 399, 277]),
        (OWN_PAIR, &[360]),
        // `chmod`, `fchmod`, `fchmodat`, `fchmodat2`.
        (REFUSED, &[15, 94, 306, 452]),
        // `lchown`, `fchown`, `chown`, the same for numbers of 32 bits, `fchownat`.
        (REFUSED, &[16, 95, 182, 198, 207, 212, 298]),
        // `utimensat`, `utimensat_time64`.
        (REFUSED, &[320, 412]),
        (UNSUPPORTED, &[226, 227, 228, 463, 235, 236, 237, 466, 469]),
        (HARMLESS_REQUESTS, &[54]),
        (NO_NAMESPACES_IN_CLONE, &[120]),
        (NO_NAMESPACES, &[310]),
        (MISSING, &[435, 356, 447]),
        (REFUSED, &[346, 357, 336, 374, 342, 286, 287, 288, 289, 30, 271, 299]),
        (PLAIN_PERSONALITY, &[136]),
        (OWN_PROCESS, &[340, 241, 351, 154, 156]),
        (OWN_PRIORITY, &[97]),
    ],
};
/// As above: ARM.
#[cfg(target_arch = "aarch64")]
const SMALL_TABLE: Table = Table {
    architecture: 0x4000_0028,
    calls: &[
        (NO_ACCESS, &[281, 425, 307, 299, 303, 274]),
        (OWN_PAIR, &[288]),
        // `chmod`, `fchmod`, `fchmodat`, `fchmodat2`.
        (REFUSED, &[15, 94, 333, 452]),
        // `lchown`, `fchown`, `chown`, the same for numbers of 32 bits, `fchownat`.
        (REFUSED, &[16, 95, 182, 198, 207, 212, 325]),
        // `utimensat`, `utimensat_time64`.
        (REFUSED, &[348, 412]),
        (UNSUPPORTED, &[226, 227, 228, 463, 235, 236, 237, 466, 469]),
        (HARMLESS_REQUESTS, &[54]),
        (NO_NAMESPACES_IN_CLONE, &[120]),
        (NO_NAMESPACES, &[337]),
        (MISSING, &[435, 385, 447]),
        (REFUSED, &[375, 386, 364, 388, 371, 309, 310, 311, 314, 269, 326]),
        (PLAIN_PERSONALITY, &[136]),
        (OWN_PROCESS, &[369, 241, 380, 154, 156]),
        (OWN_PRIORITY, &[97]),
    ],
};

/// The filters for one way to deal with metadata, as the kernel takes them.
#[derive(Clone, Copy)]
pub(super) struct Filters {
    /// Whether we are asked about changes of metadata.
    pub asks: bool,
    /// For programs of the architecture that we are compiled for; they make no calls of another one.
    pub native: &'static [libc::sock_filter],
    /// For programs of 32 bits, and what they start.
    pub small: &'static [libc::sock_filter],
}

/// The filters that ask us about metadata, and those for where nobody can be asked: they let it be changed
/// anywhere. None for an architecture whose calls we do not know; namespaces have to do there.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) fn filters() -> Option<[Filters; 2]> {
    use std::sync::LazyLock;
    type Lazy = LazyLock<[Vec<libc::sock_filter>; 2]>;
    fn make(ask: u32) -> [Vec<libc::sock_filter>; 2] {
        [filter(&[NATIVE_TABLE], ask), filter(&[NATIVE_TABLE, SMALL_TABLE], ask)]
    }
    static ASKING: Lazy = LazyLock::new(|| make(libc::SECCOMP_RET_USER_NOTIF));
    static SILENT: Lazy = LazyLock::new(|| make(libc::SECCOMP_RET_ALLOW));
    let filters = |[native, small]: &'static [Vec<_>; 2], asks| Filters { asks, native, small };
    Some([filters(&ASKING, true), filters(&SILENT, false)])
}

/// As above.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) fn filters() -> Option<[Filters; 2]> {
    None
}

/// The filter for calls of these architectures, and of no other.
///
/// The kernel compiles it for each program, and follows it for every call that there is, to know which ones are
/// always allowed. So it is a tree, and each answer is there once: it has to cost less than the program's start.
fn filter(tables: &[Table], ask: u32) -> Vec<libc::sock_filter> {
    /// Where `struct seccomp_data` has the call's number and the architecture.
    const NUMBER: u32 = 0;
    const ARCHITECTURE: u32 = 4;
    let mut filter = vec![load(ARCHITECTURE)];
    for table in tables {
        let mut block = vec![load(NUMBER)];
        // x86-64's variant x32 marks its numbers with a bit and has some of its own. Most kernels are without
        // it; no architecture has numbers so large.
        block.extend([test(libc::BPF_JGE, 0x4000_0000, 0, 1), answer(refuse(libc::ENOSYS))]);
        block.extend(decide(table, ask));
        // The block may be longer than a conditional jump can go.
        filter.extend([test(libc::BPF_JEQ, table.architecture, 1, 0), jump(block.len())]);
        filter.extend(block);
    }
    filter.push(answer(refuse(libc::ENOSYS)));
    filter
}

/// What to compare a call's number with.
enum Comparison {
    /// Passes over so many comparisons if it is this number or a larger one.
    From(u32, usize),
    /// Goes to this answer if it is this number.
    Is(u32, usize),
    /// Goes to this answer.
    Otherwise(usize),
}

/// Finds the answer to a call whose number is loaded.
fn decide(table: &Table, ask: u32) -> Vec<libc::sock_filter> {
    let mut calls: Vec<(u32, usize)> = Vec::new();
    for (group, (_, numbers)) in table.calls.iter().enumerate() {
        let number = |number: &c_long| u32::try_from(*number).expect("calls have small numbers");
        calls.extend(numbers.iter().map(|it| (number(it), group)));
    }
    calls.sort_unstable();
    let mut answers: Vec<Vec<libc::sock_filter>> = Vec::new();
    for (decision, _) in table.calls {
        answers.push(match *decision {
            Answer::Refuse(errno) => vec![answer(refuse(errno))],
            Answer::Ask => vec![answer(ask)],
            Answer::Only(conditions, errno) => only(conditions, errno),
        });
    }
    let allowed = answers.len();
    answers.push(vec![answer(libc::SECCOMP_RET_ALLOW)]);

    let comparisons = search(&calls, allowed);
    let to_answer = |at: usize, number: usize| {
        let before: usize = answers[..number].iter().map(Vec::len).sum();
        comparisons.len() - (at + 1) + before
    };
    let mut code: Vec<libc::sock_filter> = Vec::new();
    for (at, comparison) in comparisons.iter().enumerate() {
        code.push(match *comparison {
            Comparison::From(value, over) => test(libc::BPF_JGE, value, over, 0),
            Comparison::Is(value, number) => test(libc::BPF_JEQ, value, to_answer(at, number), 0),
            Comparison::Otherwise(number) => jump(to_answer(at, number)),
        });
    }
    code.extend(answers.iter().flatten());
    code
}

fn search(calls: &[(u32, usize)], otherwise: usize) -> Vec<Comparison> {
    const FEW: usize = 4;
    if calls.len() <= FEW {
        let mut few: Vec<_> = calls.iter().map(|(number, answer)| Comparison::Is(*number, *answer)).collect();
        few.push(Comparison::Otherwise(otherwise));
        return few;
    }
    let (low, high) = calls.split_at(calls.len() / 2);
    let below = search(low, otherwise);
    let mut all = vec![Comparison::From(high[0].0, below.len())];
    all.extend(below);
    all.extend(search(high, otherwise));
    all
}

/// Allows a call if all of this holds.
fn only(conditions: &[Condition], errno: c_int) -> Vec<libc::sock_filter> {
    let mut code = Vec::new();
    for condition in conditions {
        // Where `struct seccomp_data` has the low half of an argument.
        let low_half = 16 + 8 * condition.argument + if cfg!(target_endian = "big") { 4 } else { 0 };
        code.push(load(low_half));
        if condition.mask != ALL_BITS {
            code.push(instruction(libc::BPF_ALU | libc::BPF_AND | libc::BPF_K, 0, 0, condition.mask));
        }
        for (at, value) in condition.values.iter().enumerate() {
            // Over the other values and the refusal.
            code.push(test(libc::BPF_JEQ, *value, condition.values.len() - at, 0));
        }
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

fn answer(action: u32) -> libc::sock_filter {
    instruction(libc::BPF_RET | libc::BPF_K, 0, 0, action)
}

/// Passes over so many instructions.
fn jump(over: usize) -> libc::sock_filter {
    instruction(libc::BPF_JMP | libc::BPF_JA, 0, 0, u32::try_from(over).expect("a filter is short"))
}

/// Compares what is loaded, and passes over so many instructions if that holds, or if it does not.
fn test(comparison: u32, value: u32, if_so: usize, if_not: usize) -> libc::sock_filter {
    let short = |over: usize| u8::try_from(over).expect("a table makes fewer than 256 instructions");
    instruction(libc::BPF_JMP | comparison | libc::BPF_K, short(if_so), short(if_not), value)
}

fn instruction(code: u32, jump_if_true: u8, jump_if_false: u8, operand: u32) -> libc::sock_filter {
    let code = u16::try_from(code).expect("BPF's codes have 16 bits");
    libc::sock_filter { code, jt: jump_if_true, jf: jump_if_false, k: operand }
}
