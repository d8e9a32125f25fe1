//! How a program ends itself, and signals, which nobody sends.

use super::*;

pub(super) const TABLE: &[Entry] = &[
    ("exit", &[I32], Kind::Never, exit),
    ("_exit", &[I32], Kind::Never, exit),
    ("abort", &[], Kind::Never, |_, _| Err(Box::new(Stop::Abort("the program aborted")))),
    ("signal", &[I32, I64], I64, |_, _| Ok(number(DEFAULT_HANDLER))),
    ("sigaction", &[I32, Kind::Pointer, Kind::Pointer], I32, sigaction),
    ("sigaltstack", &[Kind::Pointer, Kind::Pointer], I32, |_, args| args.unsupported("here")),
];

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
