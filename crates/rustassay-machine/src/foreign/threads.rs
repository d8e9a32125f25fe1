//! What a program with one thread asks about threads: who it is, what the thread has for itself, and random bytes by a raw
//! system call.

use super::errno::*;
use super::statuses::system_call;
use super::*;
use rustassay_random::Random;

pub(super) const TABLE: &[Entry] = &[
    ("pthread_self", &[], I64, |_, _| Ok(number(THREAD))),
    ("gettid", &[], I32, |_, _| Ok(number(PROCESS_THREAD))),
    ("sched_yield", &[], I32, |_, _| Ok(number(0))),
    ("sched_getaffinity", &[I32, I64, Kind::Pointer], I32, sched_getaffinity),
    ("pthread_setname_np", &[I64, Kind::Pointer], I32, |_, _| Ok(number(0))),
    ("prctl", &[I32], I32, prctl),
    // The stack is nowhere, and the library can do without knowing where.
    ("pthread_getattr_np", &[I64, Kind::Pointer], I32, |_, _| Ok(number(i64::from(ENOSYS)))),
    ("pthread_key_create", &[Kind::Pointer, Kind::Pointer], I32, pthread_key_create),
    ("pthread_key_delete", &[I32], I32, pthread_key_delete),
    ("pthread_getspecific", &[I32], Kind::Pointer, pthread_getspecific),
    ("pthread_setspecific", &[I32, Kind::Pointer], I32, pthread_setspecific),
    // Nobody can fork here, so that what is to be done then is never done.
    ("pthread_atfork", &[Kind::Pointer, Kind::Pointer, Kind::Pointer], I32, |_, _| Ok(number(0))),
    ("getrandom", &[Kind::Pointer, I64, I32], I64, getrandom),
    ("getentropy", &[Kind::Pointer, I64], I32, getentropy),
    ("syscall", &[I64], I64, syscall),
];

/// The number of the only thread, to the thread library and to the kernel.
const THREAD: i64 = 1;
const PROCESS_THREAD: i64 = 1000;

/// Keys of values that each thread has for itself.
#[derive(Default, Debug)]
pub(super) struct Keys(Vec<Option<Key>>);

#[derive(Debug)]
struct Key {
    value: Scalar,
    /// What drops the value, if there is such a function.
    destructor: Pointer,
}

impl Keys {
    fn get(&mut self, key: u64) -> Option<&mut Key> {
        self.0.get_mut(usize::try_from(key).ok()?)?.as_mut()
    }

    /// What the values may be used for.
    pub(super) fn provenances(&self) -> impl Iterator<Item = Provenance> {
        self.0.iter().flatten().filter_map(|key| key.value.provenance)
    }
}

/// How often destructors of thread-local values may make new ones, as in the C library.
const ROUNDS: usize = 4;

impl Machine {
    /// Ends the only thread: drops what it has for itself.
    pub fn end_thread(&mut self) -> Step<()> {
        for _ in 0..ROUNDS {
            let mut is_done = true;
            for n in 0..self.outside.keys.0.len() {
                let Some(key) = self.outside.keys.get(n as u64) else { continue };
                let value = std::mem::replace(&mut key.value, Scalar::new(0));
                let destructor = key.destructor;
                if value.bits == 0 || destructor.addr == 0 {
                    continue;
                }
                is_done = false;
                let Some(Provenance::Allocation(id, _)) = destructor.provenance else {
                    return ub(Ub::NotAFunction { addr: destructor.addr });
                };
                let AllocKind::Function(function) = self.alloc(id).kind else {
                    return ub(Ub::NotAFunction { addr: destructor.addr });
                };
                let Some(&param) = self.program.functions[function].sig.params.first() else {
                    return ub(Ub::CallArgCount { passed: 1, wanted: 0 });
                };
                let info = self.info(param)?;
                self.run_function(function, vec![(Value::Scalar(value), info)])?;
            }
            if is_done {
                break;
            }
        }
        Ok(())
    }

    /// Bytes that the seed chooses.
    pub(super) fn random_bytes(&mut self, count: u64) -> Vec<u8> {
        self.outside.random_blocks += 1;
        let mut random = Random::new(self.config.seed ^ self.outside.random_blocks.rotate_left(32));
        (0..count).map(|_| random.bits() as u8).collect()
    }
}

/// There is one processor.
fn sched_getaffinity(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let size = args.number(1);
    if size < 8 {
        return machine.fail(EINVAL);
    }
    machine.check_inbounds(args.pointer(2), size, Purpose::Access)?;
    let mut mask = vec![0; size as usize];
    mask[0] = 1;
    machine.write_in(args.pointer(2), &mask)?;
    Ok(number(0))
}

/// Gives the thread a name, which nobody sees.
fn prctl(_: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const SET_NAME: i32 = 15;
    match args.int(0) {
        SET_NAME => Ok(number(0)),
        _ => args.unsupported("with this command"),
    }
}

fn pthread_key_create(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let keys = &mut machine.outside.keys.0;
    let key = keys.len() as u32;
    keys.push(Some(Key { value: Scalar::new(0), destructor: args.pointer(1) }));
    machine.write_in(args.pointer(0), &key.to_le_bytes())?;
    Ok(number(0))
}

fn pthread_key_delete(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let slot = machine.outside.keys.0.get_mut(args.number(0) as usize);
    Ok(number(match slot.and_then(Option::take) {
        Some(_) => 0,
        None => i64::from(EINVAL),
    }))
}

fn pthread_getspecific(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    match machine.outside.keys.get(args.number(0)) {
        Some(key) => Ok(key.value),
        None => args.unsupported("with a key that was never made"),
    }
}

fn pthread_setspecific(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let value = args.pointer(1).into();
    Ok(number(match machine.outside.keys.get(args.number(0)) {
        Some(key) => {
            key.value = value;
            0
        }
        None => i64::from(EINVAL),
    }))
}

fn getrandom(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    give_random(machine, args.pointer(0), args.number(1))
}

fn getentropy(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    give_random(machine, args.pointer(0), args.number(1))?;
    Ok(number(0))
}

fn give_random(machine: &mut Machine, to: Pointer, size: u64) -> Step<Scalar> {
    if size > 0 {
        machine.check_inbounds(to, size, Purpose::Access)?;
    }
    let bytes = machine.random_bytes(size);
    machine.write_in(to, &bytes)?;
    Ok(number(size as i64))
}

/// The raw system calls that the library makes, by their numbers on x86-64.
fn syscall(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const FUTEX: u64 = 202;
    const GETTID: u64 = 186;
    const GETRANDOM: u64 = 318;
    match args.number(0) {
        GETRANDOM if args.scalars.len() >= 4 => give_random(machine, args.pointer(1), args.number(2)),
        GETTID => Ok(number(PROCESS_THREAD)),
        FUTEX if args.scalars.len() >= 4 => futex(machine, args),
        call => system_call(machine, args, call),
    }
}

/// Nobody waits for the only thread, and nobody would wake it.
fn futex(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const WAIT: i32 = 0;
    const WAKE: i32 = 1;
    const WAIT_BITSET: i32 = 9;
    const OPTIONS: i32 = 128 | 256;
    match args.int(2) & !OPTIONS {
        WAKE => Ok(number(0)),
        operation @ (WAIT | WAIT_BITSET) => {
            let word = machine.read_out(args.pointer(1), 4, "a futex")?;
            if word != (args.number(3) as u32).to_le_bytes() {
                return machine.fail(EAGAIN);
            }
            let timeout = args.pointer(4);
            if timeout.addr == 0 {
                return Err(Box::new(Stop::Abort(
                    "the program deadlocked: its only thread waits to be woken",
                )));
            }
            let Some(time) = machine.read_time(timeout)? else { return machine.fail(EINVAL) };
            let rest = match operation {
                // Until a moment, and not for a time.
                WAIT_BITSET => time.saturating_sub(machine.nanoseconds()),
                _ => time,
            };
            machine.sleep(rest);
            machine.fail(ETIMEDOUT)
        }
        _ => args.unsupported("for this futex operation"),
    }
}
