//! Threads of the program, as the C library and the kernel have them.

use super::errno::*;
use super::futex::futex;
use super::statuses::system_call;
use super::*;
use crate::threads::ThreadId;

pub(super) const TABLE: &[Entry] = &[
    ("pthread_create", &[Kind::Pointer, Kind::Pointer, Kind::Pointer, Kind::Pointer], I32, pthread_create),
    ("pthread_join", &[I64, Kind::Pointer], I32, pthread_join),
    ("pthread_detach", &[I64], I32, pthread_detach),
    ("pthread_self", &[], I64, |machine, _| Ok(number(handle(machine.thread())))),
    ("pthread_equal", &[I64, I64], I32, |_, args| Ok(number(i64::from(args.number(0) == args.number(1))))),
    ("pthread_attr_init", &[Kind::Pointer], I32, pthread_attr_init),
    ("pthread_attr_destroy", &[Kind::Pointer], I32, |_, _| Ok(number(0))),
    ("pthread_attr_setstacksize", &[Kind::Pointer, I64], I32, pthread_attr_setstacksize),
    ("pthread_attr_setdetachstate", &[Kind::Pointer, I32], I32, pthread_attr_setdetachstate),
    // The stack is nowhere, and the library can do without knowing where.
    ("pthread_getattr_np", &[I64, Kind::Pointer], I32, |_, _| Ok(number(i64::from(ENOSYS)))),
    ("pthread_setname_np", &[I64, Kind::Pointer], I32, pthread_setname),
    ("pthread_getname_np", &[I64, Kind::Pointer, I64], I32, pthread_getname),
    // Nobody can fork here, so that what is to be done then is never done.
    ("pthread_atfork", &[Kind::Pointer, Kind::Pointer, Kind::Pointer], I32, |_, _| Ok(number(0))),
    ("prctl", &[I32], I32, prctl),
    ("gettid", &[], I32, |machine, _| Ok(number(kernel_number(machine.thread())))),
    ("sched_yield", &[], I32, sched_yield),
    // What `std::hint::spin_loop` becomes.
    ("llvm.x86.sse2.pause", &[], Kind::Unit, |machine, _| {
        machine.yield_turn();
        Ok(NOTHING)
    }),
    ("sched_getaffinity", &[I32, I64, Kind::Pointer], I32, sched_getaffinity),
    ("syscall", &[I64], I64, syscall),
];

/// How many bytes a name may have, with the zero at its end.
const NAME_SIZE: usize = 16;

/// What a thread is called by the thread library.
fn handle(id: ThreadId) -> i64 {
    i64::from(id.0) + 1
}

/// What a thread is called by the kernel.
fn kernel_number(id: ThreadId) -> i64 {
    1000 + i64::from(id.0)
}

/// The thread of a handle.
fn thread_of(machine: &Machine, handle: u64) -> Option<ThreadId> {
    machine.threads().find(handle.checked_sub(1)?)
}

fn pthread_create(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    machine.check_inbounds(args.pointer(0), 8, Purpose::Access)?;
    let attributes = args.pointer(1);
    let is_detached = attributes.addr != 0
        && machine.read_out(attributes.wrapping_add(FLAGS_AT), 4, "attributes of a thread")? != [0; 4];
    let result = machine.program.types.raw_ptr(Mutability::Mut, Ty::U8);
    let child = machine.spawn_with(args.pointer(2), args.pointer(3).into(), Abi::C, result)?;
    if is_detached {
        machine.detach(child)?;
    }
    machine.write_in(args.pointer(0), &handle(child).to_le_bytes())?;
    Ok(number(0))
}

fn pthread_join(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let Some(id) = thread_of(machine, args.number(0)) else { return Ok(number(i64::from(ESRCH))) };
    let Some(result) = machine.join(id)? else { return Ok(NOTHING) };
    let to = args.pointer(1);
    if to.addr != 0 {
        machine.write_scalar(place(to), 8, result)?;
    }
    Ok(number(0))
}

fn pthread_detach(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    match thread_of(machine, args.number(0)) {
        Some(id) => {
            machine.detach(id)?;
            Ok(number(0))
        }
        None => Ok(number(i64::from(ESRCH))),
    }
}

/// The size of the attributes of a thread, and where in them it is said that the thread is detached.
const ATTRIBUTES_SIZE: usize = 56;
const FLAGS_AT: u64 = 8;

fn pthread_attr_init(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    machine.write_in(args.pointer(0), &[0; ATTRIBUTES_SIZE])?;
    Ok(number(0))
}

/// Stacks of the machine are as large as they have to be.
fn pthread_attr_setstacksize(_: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const LEAST: u64 = 16 << 10;
    Ok(number(if args.number(1) < LEAST { i64::from(EINVAL) } else { 0 }))
}

fn pthread_attr_setdetachstate(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let state @ (0 | 1) = args.int(1) else { return Ok(number(i64::from(EINVAL))) };
    machine.write_in(args.pointer(0).wrapping_add(FLAGS_AT), &state.to_le_bytes())?;
    Ok(number(0))
}

fn pthread_setname(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let name = machine.read_c_string(args.pointer(1))?;
    let Some(id) = thread_of(machine, args.number(0)) else { return Ok(number(i64::from(ESRCH))) };
    if name.len() >= NAME_SIZE {
        return Ok(number(i64::from(ERANGE)));
    }
    machine.thread_mut(id).name = Some(String::from_utf8_lossy(&name).into_owned());
    Ok(number(0))
}

fn pthread_getname(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let Some(id) = thread_of(machine, args.number(0)) else { return Ok(number(i64::from(ESRCH))) };
    let mut name = machine.threads().get(id).name.clone().unwrap_or_default().into_bytes();
    name.push(0);
    if name.len() as u64 > args.number(2) {
        return Ok(number(i64::from(ERANGE)));
    }
    machine.write_in(args.pointer(1), &name)?;
    Ok(number(0))
}

/// Gives the thread that runs a name: what is too long is cut off.
fn prctl(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const SET_NAME: i32 = 15;
    match args.int(0) {
        SET_NAME if args.scalars.len() > 1 => {
            let mut name = machine.read_c_string(args.pointer(1))?;
            name.truncate(NAME_SIZE - 1);
            let running = machine.thread();
            machine.thread_mut(running).name = Some(String::from_utf8_lossy(&name).into_owned());
            Ok(number(0))
        }
        _ => args.unsupported("with this command"),
    }
}

fn sched_yield(machine: &mut Machine, _: &Args<'_>) -> Step<Scalar> {
    machine.yield_turn();
    Ok(number(0))
}

/// The program may use all processors that it sees.
fn sched_getaffinity(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let size = args.number(1);
    let count = machine.outside.world.processors as usize;
    if size < 8 || size * 8 < count as u64 {
        return machine.fail(EINVAL);
    }
    machine.check_inbounds(args.pointer(2), size, Purpose::Access)?;
    let mut mask = vec![0; size as usize];
    (0..count).for_each(|n| mask[n / 8] |= 1 << (n % 8));
    machine.write_in(args.pointer(2), &mask)?;
    Ok(number(0))
}

/// The raw system calls that the library makes, by their numbers on x86-64.
fn syscall(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const FUTEX: u64 = 202;
    const GETTID: u64 = 186;
    const GETRANDOM: u64 = 318;
    match args.number(0) {
        GETRANDOM if args.scalars.len() >= 4 => machine.give_random(args.pointer(1), args.number(2)),
        GETTID => Ok(number(kernel_number(machine.thread()))),
        FUTEX if args.scalars.len() >= 4 => futex(machine, args),
        call => system_call(machine, args, call),
    }
}
