//! Functions that Miri offers to programs, `extern "Rust"` and with `miri_` in front, so that programs that were written for it run here.

use super::*;

pub(super) const TABLE: &[Entry] = &[
    ("miri_write_to_stdout", &[Kind::Slice], Kind::Unit, |machine, args| {
        print(machine, args, Stream::Output)
    }),
    ("miri_write_to_stderr", &[Kind::Slice], Kind::Unit, |machine, args| {
        print(machine, args, Stream::Errors)
    }),
    ("miri_alloc", &[I64, I64], Kind::Pointer, alloc),
    ("miri_dealloc", &[Kind::Pointer, I64, I64], Kind::Unit, dealloc),
    ("miri_get_alloc_id", &[Kind::Pointer], I64, get_alloc_id),
    ("miri_run_provenance_gc", &[], Kind::Unit, |_, _| Ok(NOTHING)),
    ("miri_spin_loop", &[], Kind::Unit, |_, _| Ok(NOTHING)),
    ("miri_promise_symbolic_alignment", &[Kind::Pointer, I64], Kind::Unit, promise_alignment),
    // They are for debugging: names of pointers in messages that nobody reads here.
    ("miri_pointer_name", &[Kind::Pointer, Kind::Int(1), Kind::Slice], Kind::Unit, |_, _| Ok(NOTHING)),
    ("miri_print_borrow_state", &[I64, Kind::Int(1)], Kind::Unit, |_, _| Ok(NOTHING)),
];

fn print(machine: &mut Machine, args: &Args<'_>, stream: Stream) -> Step<Scalar> {
    let bytes = machine.read_out(args.pointer(0), args.length(0), "bytes that are printed")?;
    machine.print_to(stream, &bytes)?;
    Ok(NOTHING)
}

/// Memory of neither heap. It must be given back the same way.
fn alloc(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let (size, align) = (args.number(0), args.number(1));
    if !align.is_power_of_two() || size > i64::MAX as u64 {
        return ub(Ub::WrongAlloc { size, align });
    }
    let id = machine.allocate(size, align, AllocKind::MiriHeap, true)?;
    Ok(machine.alloc(id).pointer(id).into())
}

fn dealloc(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let (pointer, size, align) = (args.pointer(0), args.number(1), args.number(2));
    let (id, tag) = machine.heap_memory_of(AllocKind::MiriHeap, pointer, size, align)?;
    machine.dealloc_borrows(id, tag)?;
    machine.free(id);
    Ok(NOTHING)
}

fn get_alloc_id(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let pointer = args.pointer(0);
    match machine.resolve(pointer) {
        Some((id, _, _)) => Ok(Scalar::new(id.0.into())),
        None => ub(Ub::Dangling { pointer, why: Purpose::Access }),
    }
}

/// The program has looked at the address, and relies on it.
fn promise_alignment(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let (pointer, align) = (args.pointer(0), args.number(1));
    if !align.is_power_of_two() {
        return args.unsupported("with an alignment that is no power of two");
    }
    if !pointer.addr.is_multiple_of(align) {
        return args.unsupported("with a pointer that is not actually aligned");
    }
    machine.observe_address(pointer.provenance);
    Ok(NOTHING)
}
