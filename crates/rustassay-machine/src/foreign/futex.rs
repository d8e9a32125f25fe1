//! Futexes: threads wait at an address until others wake them (futex(2)). What the standard library waits with is made of them.

use super::errno::*;
use super::*;
use crate::explore::Action;
use crate::explore::story::StoryDeed;
use crate::threads::{Wait, Woken};

const WAIT: i32 = 0;
const WAKE: i32 = 1;
const WAIT_BITSET: i32 = 9;
const WAKE_BITSET: i32 = 10;

/// Whether other processes see the futex, which are none, and which clock a timeout is for.
const PRIVATE: i32 = 128;
const REALTIME: i32 = 256;

/// The system call: its number, the address, the operation, a number that depends on that, a timeout, another address, and bits.
pub(super) fn futex(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let (addr, options) = (args.pointer(1), args.int(2));
    match options & !(PRIVATE | REALTIME) {
        WAIT => wait(machine, args, addr, u32::MAX),
        WAIT_BITSET if args.scalars.len() >= 7 => wait(machine, args, addr, args.number(6) as u32),
        WAKE => wake(machine, args, addr, u32::MAX),
        WAKE_BITSET if args.scalars.len() >= 7 => wake(machine, args, addr, args.number(6) as u32),
        _ => args.unsupported("for this futex operation"),
    }
}

/// Waits if the word at the address is the given one.
fn wait(machine: &mut Machine, args: &Args<'_>, at: Pointer, bits: u32) -> Step<Scalar> {
    match machine.woken() {
        Some(Woken::Notified) => return Ok(number(0)),
        Some(Woken::TimedOut) => return machine.fail(ETIMEDOUT),
        None => {}
    }
    if bits == 0 {
        return machine.fail(EINVAL);
    }
    let timeout = if args.scalars.len() > 4 { args.pointer(4) } else { Pointer::without_provenance(0) };
    let until = match timeout.addr {
        0 => None,
        _ => match machine.read_time(timeout)? {
            Some(time) => Some(machine.end_of_timeout(time, args.int(2))),
            None => return machine.fail(EINVAL),
        },
    };
    // The kernel looks at the word that was stored last, and what it decides is in one order with all wakings: as if SC fences came first.
    machine.unnarrated_fence(AtomicOrdering::SeqCst);
    let word = machine.unwatched(|machine| machine.read_out(at, 4, "a futex"))?;
    machine.load_latest(at, 4, AtomicOrdering::Relaxed)?;
    if word != (args.number(3) as u32).to_le_bytes() {
        return machine.fail(EAGAIN);
    }
    machine.record(Action::Futex(at.addr));
    machine.wait(Wait::Futex { addr: at.addr, bits }, until);
    Ok(NOTHING)
}

impl Machine {
    /// What the clock that only goes on says when a timeout is over: a bitset's is a moment, others are spans of time.
    fn end_of_timeout(&self, time: u64, options: i32) -> u64 {
        let now = self.nanoseconds();
        match (options & !(PRIVATE | REALTIME) == WAIT_BITSET, options & REALTIME != 0) {
            (true, false) => time,
            (true, true) => now.saturating_add(time.saturating_sub(self.wall_time())),
            (false, _) => now.saturating_add(time),
        }
    }
}

/// Wakes so many threads that wait at the address for one of the bits.
fn wake(machine: &mut Machine, args: &Args<'_>, at: Pointer, bits: u32) -> Step<Scalar> {
    let count = usize::try_from(args.number(3) as i32).unwrap_or(0);
    let is_it = |wait: &Wait| matches!(*wait, Wait::Futex { addr, bits: wanted } if addr == at.addr && wanted & bits != 0);
    // Whoever gives a lock back may wake those that wait when the lock is gone already.
    if machine.check_inbounds(at, 4, Purpose::Access).is_err() {
        return machine.fail(EFAULT);
    }
    machine.unnarrated_fence(AtomicOrdering::SeqCst);
    machine.record(Action::Futex(at.addr));
    let woken = machine.wake_some(count, is_it);
    machine.narrate(|_| StoryDeed::Wakes(woken.clone()));
    if !woken.is_empty() {
        let view = machine.release_view();
        woken.iter().for_each(|&thread| machine.acquire_view(thread, &view));
    }
    Ok(number(woken.len() as i64))
}
