//! Mutexes, read-write locks and condition variables of the C library, as glibc has them, with what POSIX leaves undefined as Undefined Behavior.
//!
//! What a lock is, the machine knows by the lock's address. The memory of the lock has a number in its first bytes that no other lock has: one
//! that was moved, overwritten or destroyed does not have the right one any more. While threads wait for a lock, nobody may access that number.
//!
//! Who gives a lock back hands it to one of those that wait. That a third thread may come between is no other outcome: the one that waits
//! may as well have come later.

use super::errno::*;
use super::*;
use crate::aliasing::Access;
use crate::explore::Action;
use crate::explore::story::StoryDeed;
use crate::threads::{Lock, LockState, MutexKind, ThreadId, Wait, Woken};

pub(super) const TABLE: &[Entry] = &[
    ("pthread_mutexattr_init", &[Kind::Pointer], I32, mutexattr_init),
    ("pthread_mutexattr_settype", &[Kind::Pointer, I32], I32, mutexattr_settype),
    ("pthread_mutexattr_gettype", &[Kind::Pointer, Kind::Pointer], I32, mutexattr_gettype),
    ("pthread_mutexattr_destroy", &[Kind::Pointer], I32, attribute_destroy),
    ("pthread_mutex_init", &[Kind::Pointer, Kind::Pointer], I32, mutex_init),
    ("pthread_mutex_lock", &[Kind::Pointer], I32, mutex_lock),
    ("pthread_mutex_trylock", &[Kind::Pointer], I32, mutex_trylock),
    ("pthread_mutex_unlock", &[Kind::Pointer], I32, mutex_unlock),
    ("pthread_mutex_destroy", &[Kind::Pointer], I32, mutex_destroy),
    ("pthread_rwlock_init", &[Kind::Pointer, Kind::Pointer], I32, rwlock_init),
    ("pthread_rwlock_rdlock", &[Kind::Pointer], I32, rwlock_rdlock),
    ("pthread_rwlock_tryrdlock", &[Kind::Pointer], I32, rwlock_tryrdlock),
    ("pthread_rwlock_wrlock", &[Kind::Pointer], I32, rwlock_wrlock),
    ("pthread_rwlock_trywrlock", &[Kind::Pointer], I32, rwlock_trywrlock),
    ("pthread_rwlock_unlock", &[Kind::Pointer], I32, rwlock_unlock),
    ("pthread_rwlock_destroy", &[Kind::Pointer], I32, rwlock_destroy),
    ("pthread_condattr_init", &[Kind::Pointer], I32, condattr_init),
    ("pthread_condattr_setclock", &[Kind::Pointer, I32], I32, condattr_setclock),
    ("pthread_condattr_getclock", &[Kind::Pointer, Kind::Pointer], I32, condattr_getclock),
    ("pthread_condattr_destroy", &[Kind::Pointer], I32, attribute_destroy),
    ("pthread_cond_init", &[Kind::Pointer, Kind::Pointer], I32, cond_init),
    ("pthread_cond_signal", &[Kind::Pointer], I32, |machine, args| wake_waiting(machine, args, 1)),
    ("pthread_cond_broadcast", &[Kind::Pointer], I32, |machine, args| {
        wake_waiting(machine, args, usize::MAX)
    }),
    ("pthread_cond_wait", &[Kind::Pointer, Kind::Pointer], I32, |machine, args| {
        cond_wait(machine, args, None)
    }),
    ("pthread_cond_timedwait", &[Kind::Pointer, Kind::Pointer, Kind::Pointer], I32, cond_timedwait),
    ("pthread_cond_destroy", &[Kind::Pointer], I32, cond_destroy),
];

/// What kind of object a pointer is for.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Family {
    Mutex,
    ReadWrite,
    Condition,
}

impl Family {
    fn of(state: &LockState) -> Family {
        match state {
            LockState::Mutex { .. } => Family::Mutex,
            LockState::ReadWrite { .. } => Family::ReadWrite,
            LockState::Condition { .. } => Family::Condition,
        }
    }

    /// The size of the type.
    fn size(self) -> u64 {
        match self {
            Family::Mutex => 40,
            Family::ReadWrite => 56,
            Family::Condition => 48,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Family::Mutex => "pthread_mutex_t",
            Family::ReadWrite => "pthread_rwlock_t",
            Family::Condition => "pthread_cond_t",
        }
    }

    /// What a static initializer makes.
    fn initialized_by(self, bytes: &[u8]) -> Option<LockState> {
        /// Where the kind of a mutex is.
        const KIND_AT: usize = 16;
        let kind = bytes.get(KIND_AT).copied().filter(|_| self == Family::Mutex).unwrap_or(0);
        let is_other = |(at, &byte): (usize, &u8)| byte != if at == KIND_AT { kind } else { 0 };
        if bytes.iter().enumerate().any(is_other) {
            return None;
        }
        match (self, kind) {
            (Family::Mutex, 0) => Some(LockState::mutex(MutexKind::Default)),
            (Family::Mutex, 1) => Some(LockState::mutex(MutexKind::Recursive)),
            (Family::Mutex, 2) => Some(LockState::mutex(MutexKind::ErrorCheck)),
            (Family::ReadWrite, 0) => Some(LockState::read_write()),
            (Family::Condition, 0) => Some(LockState::Condition { clock: REALTIME }),
            _ => None,
        }
    }
}

const REALTIME: i32 = 0;
const MONOTONIC: i32 = 1;

/// The bytes of a lock that hold its number.
const NUMBER_SIZE: u64 = 4;

/// The size of the attributes of a mutex, and of those of a condition variable.
const ATTRIBUTE_SIZE: usize = 4;

/// The kind of a mutex whose attributes were not changed: that is not the same as one that was chosen.
const UNCHANGED: i32 = i32::MIN;

/// The lock that a pointer is for, by its address. One that is initialized statically becomes one when it is first used.
fn find(machine: &mut Machine, at: Pointer, family: Family) -> Step<u64> {
    machine.check_inbounds(at, family.size(), Purpose::Access)?;
    // The call uses the whole lock, also by the aliasing rules, and races with no other call. The number is guarded while threads wait.
    let behind = at.wrapping_add(NUMBER_SIZE);
    machine.unwatched(|machine| machine.access(behind, family.size() - NUMBER_SIZE, Access::Read))?;
    let Some((alloc, offset, _)) = machine.resolve(at) else {
        return ub(Ub::Dangling { pointer: at, why: Purpose::Access });
    };
    let start = offset as usize;
    let region = &machine.alloc(alloc).region;
    let Some(number) = region.read(start, NUMBER_SIZE as usize) else {
        return ub(Ub::Uninit { what: format!("a `{}`", family.name()) });
    };
    let is_it = |lock: &Lock| u128::from(lock.number) == number.bits && Family::of(&lock.state) == family;
    if !machine.threads().locks.get(&at.addr).is_some_and(is_it) {
        let bytes = region.raw_bytes(start..start + family.size() as usize).to_vec();
        let Some(state) = family.initialized_by(&bytes) else {
            return ub(Ub::WrongLock {
                why: match family {
                    Family::Mutex => {
                        "this `pthread_mutex_t` was not initialized here, or was overwritten since"
                    }
                    Family::ReadWrite => {
                        "this `pthread_rwlock_t` was not initialized here, or was overwritten since"
                    }
                    Family::Condition => {
                        "this `pthread_cond_t` was not initialized here, or was overwritten since"
                    }
                },
            });
        };
        machine.unwatched(|machine| make(machine, at, state))?;
    }
    machine.record(Action::Futex(at.addr));
    machine.settle_guard(at.addr);
    Ok(at.addr)
}

/// Makes a lock at a pointer.
fn make(machine: &mut Machine, at: Pointer, state: LockState) -> Step<()> {
    let Some((alloc, offset, _)) = machine.resolve(at) else {
        return ub(Ub::Dangling { pointer: at, why: Purpose::Access });
    };
    let number = machine.threads().next_lock_number();
    machine.write_in(at, &number.to_le_bytes())?;
    let lock = Lock { number, alloc, offset: offset as u64, state, view: Default::default() };
    machine.threads_mut().locks.insert(at.addr, lock);
    Ok(())
}

/// Initializes a lock, whatever was there.
fn initialize(machine: &mut Machine, at: Pointer, state: LockState) -> Step<Scalar> {
    machine.write_in(at, &vec![0; Family::of(&state).size() as usize])?;
    make(machine, at, state)?;
    Ok(number(0))
}

/// What it was is no more.
fn destroy(machine: &mut Machine, at: Pointer, family: Family) -> Step<Scalar> {
    machine.write_bytes(place(at), &machine.new_region(family.size() as usize))?;
    machine.threads_mut().locks.remove(&at.addr);
    Ok(number(0))
}

fn error(errno: i32) -> Step<Scalar> {
    Ok(number(i64::from(errno)))
}

/// The attribute of a mutex or of a condition variable.
fn attribute(machine: &mut Machine, at: Pointer) -> Step<i32> {
    let bytes = machine.read_out(at, ATTRIBUTE_SIZE as u64, "attributes of a lock")?;
    Ok(bytes.try_into().map_or(0, i32::from_le_bytes))
}

fn set_attribute(machine: &mut Machine, at: Pointer, value: i32) -> Step<Scalar> {
    machine.write_in(at, &value.to_le_bytes())?;
    Ok(number(0))
}

fn attribute_destroy(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    attribute(machine, args.pointer(0))?;
    machine.write_bytes(place(args.pointer(0)), &machine.new_region(ATTRIBUTE_SIZE))?;
    Ok(number(0))
}

fn mutexattr_init(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    set_attribute(machine, args.pointer(0), UNCHANGED)
}

fn mutexattr_settype(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    match args.int(1) {
        kind @ 0..3 => set_attribute(machine, args.pointer(0), kind),
        _ => error(EINVAL),
    }
}

fn mutexattr_gettype(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let kind = attribute(machine, args.pointer(0))?.max(0);
    set_attribute(machine, args.pointer(1), kind)
}

fn mutex_init(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let kind = match args.pointer(1).addr {
        0 => UNCHANGED,
        _ => attribute(machine, args.pointer(1))?,
    };
    let kind = match kind {
        UNCHANGED => MutexKind::Default,
        0 => MutexKind::Normal,
        1 => MutexKind::Recursive,
        2 => MutexKind::ErrorCheck,
        _ => return args.unsupported("with these attributes"),
    };
    initialize(machine, args.pointer(0), LockState::mutex(kind))
}

fn mutex_lock(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let addr = find(machine, args.pointer(0), Family::Mutex)?;
    if machine.woken().is_some() {
        machine.narrate_lock(addr, "has been handed");
        return Ok(number(0));
    }
    let running = machine.thread();
    let (kind, owner) = machine.mutex(addr);
    match owner {
        None => machine.take_mutex(addr, running),
        Some(owner) if owner == running => match kind {
            MutexKind::Default => {
                return ub(Ub::WrongLock {
                    why: "locking a default mutex that this thread has locked already",
                });
            }
            MutexKind::Normal => machine.wait_for_lock(addr, false),
            MutexKind::ErrorCheck => return error(EDEADLK),
            MutexKind::Recursive => machine.take_mutex(addr, running),
        },
        Some(_) => machine.wait_for_lock(addr, false),
    }
    Ok(number(0))
}

fn mutex_trylock(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let addr = find(machine, args.pointer(0), Family::Mutex)?;
    let running = machine.thread();
    match machine.mutex(addr) {
        (_, None) => {}
        (MutexKind::Recursive, Some(owner)) if owner == running => {}
        _ => return error(EBUSY),
    }
    machine.take_mutex(addr, running);
    Ok(number(0))
}

fn mutex_unlock(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let addr = find(machine, args.pointer(0), Family::Mutex)?;
    let running = machine.thread();
    let (kind, owner) = machine.mutex(addr);
    if owner == Some(running) {
        machine.leave_mutex(addr);
        return Ok(number(0));
    }
    match kind {
        MutexKind::Default | MutexKind::Normal => {
            ub(Ub::WrongLock { why: "unlocking a mutex that this thread has not locked" })
        }
        MutexKind::ErrorCheck | MutexKind::Recursive => error(EPERM),
    }
}

fn mutex_destroy(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let addr = find(machine, args.pointer(0), Family::Mutex)?;
    match machine.mutex(addr) {
        (_, None) => destroy(machine, args.pointer(0), Family::Mutex),
        _ => ub(Ub::WrongLock { why: "destroying a mutex that is locked" }),
    }
}

fn rwlock_init(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    match args.pointer(1).addr {
        0 => initialize(machine, args.pointer(0), LockState::read_write()),
        _ => args.unsupported("with attributes"),
    }
}

fn rwlock_rdlock(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let addr = find(machine, args.pointer(0), Family::ReadWrite)?;
    if machine.woken().is_some() {
        machine.narrate_lock(addr, "has been handed");
    } else if machine.read_write(addr).0.is_some() {
        machine.wait_for_lock(addr, true);
    } else {
        machine.take_read_lock(addr, machine.thread());
    }
    Ok(number(0))
}

fn rwlock_tryrdlock(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let addr = find(machine, args.pointer(0), Family::ReadWrite)?;
    if machine.read_write(addr).0.is_some() {
        return error(EBUSY);
    }
    machine.take_read_lock(addr, machine.thread());
    Ok(number(0))
}

fn rwlock_wrlock(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let addr = find(machine, args.pointer(0), Family::ReadWrite)?;
    if machine.woken().is_some() {
        machine.narrate_lock(addr, "has been handed");
    } else if machine.read_write(addr) != (None, 0) {
        machine.wait_for_lock(addr, false);
    } else {
        machine.take_write_lock(addr, machine.thread());
    }
    Ok(number(0))
}

fn rwlock_trywrlock(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let addr = find(machine, args.pointer(0), Family::ReadWrite)?;
    if machine.read_write(addr) != (None, 0) {
        return error(EBUSY);
    }
    machine.take_write_lock(addr, machine.thread());
    Ok(number(0))
}

fn rwlock_unlock(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let addr = find(machine, args.pointer(0), Family::ReadWrite)?;
    match machine.leave_read_write(addr) {
        true => Ok(number(0)),
        false => ub(Ub::WrongLock { why: "unlocking a read-write lock that this thread has not locked" }),
    }
}

fn rwlock_destroy(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let addr = find(machine, args.pointer(0), Family::ReadWrite)?;
    match machine.read_write(addr) {
        (None, 0) => destroy(machine, args.pointer(0), Family::ReadWrite),
        _ => ub(Ub::WrongLock { why: "destroying a read-write lock that is locked" }),
    }
}

fn condattr_init(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    set_attribute(machine, args.pointer(0), REALTIME)
}

fn condattr_setclock(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    match args.int(1) {
        clock @ (REALTIME | MONOTONIC) => set_attribute(machine, args.pointer(0), clock),
        _ => error(EINVAL),
    }
}

fn condattr_getclock(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let clock = attribute(machine, args.pointer(0))?;
    set_attribute(machine, args.pointer(1), clock)
}

fn cond_init(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let clock = match args.pointer(1).addr {
        0 => REALTIME,
        _ => attribute(machine, args.pointer(1))?,
    };
    match clock {
        REALTIME | MONOTONIC => initialize(machine, args.pointer(0), LockState::Condition { clock }),
        _ => args.unsupported("with these attributes"),
    }
}

/// Wakes so many threads that wait for a condition.
fn wake_waiting(machine: &mut Machine, args: &Args<'_>, count: usize) -> Step<Scalar> {
    let addr = find(machine, args.pointer(0), Family::Condition)?;
    let woken = machine.signal(addr, count);
    machine.narrate(|_| StoryDeed::Wakes(woken));
    Ok(number(0))
}

/// Gives the mutex back and waits. Whoever is woken has the mutex again when the call returns.
fn cond_wait(machine: &mut Machine, args: &Args<'_>, until: Option<u64>) -> Step<Scalar> {
    let addr = find(machine, args.pointer(0), Family::Condition)?;
    let mutex = find(machine, args.pointer(1), Family::Mutex)?;
    let running = machine.thread();
    match machine.woken() {
        Some(Woken::Notified) => {
            machine.narrate_lock(mutex, "has been handed");
            let is_late = std::mem::take(&mut machine.thread_mut(running).is_late);
            return error(if is_late { ETIMEDOUT } else { 0 });
        }
        Some(Woken::TimedOut) => {
            if machine.mutex(mutex).1.is_none() {
                machine.take_mutex(mutex, running);
                return error(ETIMEDOUT);
            }
            machine.thread_mut(running).is_late = true;
            machine.wait_for_lock(mutex, false);
            return Ok(NOTHING);
        }
        None => {}
    }
    if machine.mutex(mutex).1 != Some(running) {
        return ub(Ub::WrongLock {
            why: "waiting for a condition with a mutex that this thread has not locked",
        });
    }
    if !machine.leave_mutex(mutex) {
        return args.unsupported("with a mutex that is locked several times");
    }
    machine.wait(Wait::Condition { addr, mutex }, until);
    machine.settle_guard(addr);
    Ok(NOTHING)
}

fn cond_timedwait(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let addr = find(machine, args.pointer(0), Family::Condition)?;
    let Some(time) = machine.read_time(args.pointer(2))? else { return error(EINVAL) };
    let clock = match machine.lock(addr).state {
        LockState::Condition { clock } => clock,
        _ => REALTIME,
    };
    let until = match clock {
        MONOTONIC => time,
        _ => machine.nanoseconds().saturating_add(time.saturating_sub(machine.wall_time())),
    };
    cond_wait(machine, args, Some(until))
}

fn cond_destroy(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let addr = find(machine, args.pointer(0), Family::Condition)?;
    match machine.waits_for(addr) {
        false => destroy(machine, args.pointer(0), Family::Condition),
        true => ub(Ub::WrongLock { why: "destroying a condition variable that threads wait for" }),
    }
}

impl Machine {
    /// Tells a replay what the thread that runs does with a lock.
    pub(crate) fn narrate_lock(&mut self, addr: u64, what: &'static str) {
        let lock = self.lock(addr);
        let (alloc, offset) = (lock.alloc, lock.offset);
        self.narrate(|machine| StoryDeed::Locks {
            memory: machine.named_bytes(alloc, offset, NUMBER_SIZE),
            what,
        });
    }

    fn mutex(&self, addr: u64) -> (MutexKind, Option<ThreadId>) {
        match self.lock(addr).state {
            LockState::Mutex { kind, owner, .. } => (kind, owner),
            _ => (MutexKind::Default, None),
        }
    }

    /// Who writes, and how many threads read.
    fn read_write(&self, addr: u64) -> (Option<ThreadId>, usize) {
        match &self.lock(addr).state {
            LockState::ReadWrite { writer, readers, .. } => (*writer, readers.len()),
            _ => (None, 0),
        }
    }
}
