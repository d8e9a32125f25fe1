//! Functions that Miri has for programs: `extern "Rust"`, with names that start with `miri_`. Programs that are compiled with
//! `cfg(miri)` use them.

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
    ("miri_thread_spawn", &[Kind::Pointer, Kind::Pointer], I64, thread_spawn),
    ("miri_thread_join", &[I64], Kind::Int(1), thread_join),
    ("miri_spin_loop", &[], Kind::Unit, |machine, _| {
        machine.yield_turn();
        Ok(NOTHING)
    }),
    ("miri_promise_symbolic_alignment", &[Kind::Pointer, I64], Kind::Unit, promise_alignment),
    ("miri_host_to_target_path", &[Kind::Pointer, Kind::Pointer, I64], I64, target_path),
    ("miri_track_alloc", &[Kind::Pointer], Kind::Unit, track_alloc),
    ("miri_static_root", &[Kind::Pointer], Kind::Unit, static_root),
    // These are for debugging: our messages do not name pointers.
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

fn thread_spawn(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let child = machine.spawn_with(args.pointer(0), args.pointer(1).into(), Abi::Rust, Ty::UNIT)?;
    Ok(Scalar::new(child.0.into()))
}

/// Says whether there is such a thread.
fn thread_join(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    match machine.threads().find(args.number(0)) {
        Some(thread) => Ok(number(i64::from(machine.join(thread)?.is_some()))),
        None => Ok(number(0)),
    }
}

/// From here on, this memory and what it leads to do not count as leaked.
fn static_root(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let pointer = args.pointer(0);
    let Some((id, _, _)) = machine.resolve(pointer) else {
        return ub(Ub::Dangling { pointer, why: Purpose::Access });
    };
    machine.outside.static_roots.push(id);
    Ok(NOTHING)
}

/// A path of the machine that the program runs on, as one of its own: they are alike. Gives 0, or how much room there should be.
fn target_path(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let mut path = machine.read_c_string(args.pointer(0))?;
    if machine.outside.world.reach.files == FileReach::None {
        let wanted = Refused::File(String::from_utf8_lossy(&path).into_owned());
        let errno = machine.refuse(args.name, wanted)?;
        return machine.fail(errno);
    }
    path.push(0);
    let size = path.len() as u64;
    if args.number(2) < size {
        return Ok(Scalar::new(size.into()));
    }
    machine.write_in(args.pointer(1), &path)?;
    Ok(number(0))
}

/// Follows an allocation from here on.
fn track_alloc(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let pointer = args.pointer(0);
    let Some((id, _, _)) = machine.resolve(pointer) else {
        return ub(Ub::Dangling { pointer, why: Purpose::Access });
    };
    machine.tracking.get_or_insert_default().allocations.push(id.0);
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
