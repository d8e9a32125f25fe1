//! How a program ends itself, and signals, which nobody sends.

use super::*;

pub(super) const TABLE: &[Entry] = &[
    ("exit", &[I32], Kind::Never, exit),
    ("_exit", &[I32], Kind::Never, exit),
    ("abort", &[], Kind::Never, |_, _| Err(Box::new(Stop::Abort("the program aborted")))),
    ("signal", &[I32, I64], I64, |_, _| Ok(number(DEFAULT_HANDLER))),
    ("sigaction", &[I32, Kind::Pointer, Kind::Pointer], I32, sigaction),
    ("fork", &[], I32, |machine, args| machine.refuse_process(args)),
    ("vfork", &[], I32, |machine, args| machine.refuse_process(args)),
    ("execve", &[Kind::Pointer, Kind::Pointer, Kind::Pointer], I32, |machine, args| {
        machine.refuse_process(args)
    }),
    ("execvp", &[Kind::Pointer, Kind::Pointer], I32, |machine, args| machine.refuse_process(args)),
    ("posix_spawn", &SPAWN, I32, |machine, args| machine.refuse_process(args)),
    ("posix_spawnp", &SPAWN, I32, |machine, args| machine.refuse_process(args)),
    // The library calls these before it spawns.
    ("posix_spawnattr_init", &[Kind::Pointer], I32, |machine, args| machine.refuse_process(args)),
    ("posix_spawn_file_actions_init", &[Kind::Pointer], I32, |machine, args| machine.refuse_process(args)),
    ("system", &[Kind::Pointer], I32, |machine, args| machine.refuse_process(args)),
    ("popen", &[Kind::Pointer, Kind::Pointer], Kind::Pointer, |machine, args| machine.refuse_process(args)),
    ("sigaltstack", &[Kind::Pointer, Kind::Pointer], I32, |_, args| args.unsupported("here")),
];

const SPAWN: [Kind; 6] =
    [Kind::Pointer, Kind::Pointer, Kind::Pointer, Kind::Pointer, Kind::Pointer, Kind::Pointer];

impl Machine {
    /// The machine runs one process, whatever the user allows.
    fn refuse_process(&mut self, args: &Args<'_>) -> Step<Scalar> {
        let errno = self.refuse(args.name, Refused::Processes)?;
        self.fail(errno)
    }
}

const DEFAULT_HANDLER: i64 = 0;
const IGNORING_HANDLER: u64 = 1;

fn exit(_: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    Err(Box::new(Stop::Exit(args.int(0))))
}

/// Nobody sends signals here. The library asks whether it may handle overflows of the stack, which the machine notices
/// itself: somebody else handles those already.
fn sigaction(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const RECORD: usize = 152;
    const SIGBUS: i32 = 7;
    const SIGSEGV: i32 = 11;
    if args.pointer(2).addr != 0 {
        let mut record = [0; RECORD];
        if [SIGBUS, SIGSEGV].contains(&args.int(0)) {
            record[..8].copy_from_slice(&IGNORING_HANDLER.to_le_bytes());
        }
        machine.write_in(args.pointer(2), &record)?;
    }
    Ok(number(0))
}
