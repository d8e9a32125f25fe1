//! Keys under which each thread holds a value of its own.

use super::errno::*;
use super::*;

pub(super) const TABLE: &[Entry] = &[
    ("pthread_key_create", &[Kind::Pointer, Kind::Pointer], I32, create),
    ("pthread_key_delete", &[I32], I32, delete),
    ("pthread_getspecific", &[I32], Kind::Pointer, get),
    ("pthread_setspecific", &[I32, Kind::Pointer], I32, set),
];

fn create(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let keys = &mut machine.threads_mut().keys;
    let key = keys.len() as u32;
    keys.push(Some(args.pointer(1)));
    machine.write_in(args.pointer(0), &key.to_le_bytes())?;
    Ok(number(0))
}

/// No destructor is called for what threads hold.
fn delete(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let slot = machine.threads_mut().keys.get_mut(args.number(0) as usize);
    Ok(number(match slot.and_then(Option::take) {
        Some(_) => 0,
        None => i64::from(EINVAL),
    }))
}

/// The position of a key that there is.
fn position(machine: &Machine, args: &Args<'_>) -> Option<usize> {
    let at = args.number(0) as usize;
    machine.threads().keys.get(at).copied().flatten().map(|_| at)
}

fn get(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    match position(machine, args) {
        Some(at) => Ok(machine.running_thread().values.get(at).copied().unwrap_or(NOTHING)),
        None => args.unsupported("with a key that was never made"),
    }
}

fn set(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let Some(at) = position(machine, args) else { return Ok(number(i64::from(EINVAL))) };
    let running = machine.thread();
    let values = &mut machine.thread_mut(running).values;
    if values.len() <= at {
        values.resize(at + 1, NOTHING);
    }
    values[at] = args.pointer(1).into();
    Ok(number(0))
}
