//! Clocks. In isolation there is one that goes on by what the program does, and by what it sleeps; otherwise they are this machine's.

use super::errno::*;
use super::*;
use crate::threads::Wait;
use rustix::time::ClockId;
use std::time::Duration;

pub(super) const TABLE: &[Entry] = &[
    ("clock_gettime", &[I32, Kind::Pointer], I32, clock_gettime),
    ("clock_gettime64", &[I32, Kind::Pointer], I32, clock_gettime),
    ("gettimeofday", &[Kind::Pointer, Kind::Pointer], I32, gettimeofday),
    ("time", &[Kind::Pointer], I64, time),
    ("clock_getres", &[I32, Kind::Pointer], I32, clock_getres),
    ("nanosleep", &[Kind::Pointer, Kind::Pointer], I32, nanosleep),
    ("clock_nanosleep", &[I32, I32, Kind::Pointer, Kind::Pointer], I32, clock_nanosleep),
];

/// What a statement takes, in nanoseconds.
const STEP: u64 = 1_000;

const SECOND: u64 = 1_000_000_000;

const REALTIME_CLOCKS: [i32; 2] = [0, 5];
const MONOTONIC_CLOCKS: [i32; 3] = [1, 6, 7];

/// The processor time of this thread.
pub(crate) fn thread_time() -> Duration {
    Duration::from_nanos(host_nanoseconds(ClockId::ThreadCPUTime))
}

/// What a clock of this machine says.
fn host_nanoseconds(clock: ClockId) -> u64 {
    let now = rustix::time::clock_gettime(clock);
    (now.tv_sec as u64).saturating_mul(SECOND).saturating_add(now.tv_nsec as u64)
}

impl Machine {
    /// What the clock says that only goes on, in nanoseconds.
    pub(crate) fn nanoseconds(&self) -> u64 {
        if self.is_open() {
            return host_nanoseconds(ClockId::Monotonic);
        }
        self.steps().saturating_mul(STEP).saturating_add(self.fixed.slept)
    }

    /// What the clock says, in nanoseconds since 1970.
    pub(super) fn wall_time(&self) -> u64 {
        if self.is_open() {
            return host_nanoseconds(ClockId::Realtime);
        }
        self.outside.world.time.saturating_mul(SECOND).saturating_add(self.nanoseconds())
    }

    /// Lets time pass.
    pub(crate) fn sleep(&mut self, nanoseconds: u64) {
        if self.is_open() {
            std::thread::sleep(Duration::from_nanos(nanoseconds));
            return;
        }
        self.fixed.slept = self.fixed.slept.saturating_add(nanoseconds);
    }

    /// Lets the thread wait until the clock says so.
    fn sleep_until(&mut self, nanoseconds: u64) -> Scalar {
        if self.woken().is_none() {
            self.wait(Wait::Time, Some(nanoseconds));
        }
        number(0)
    }

    /// Reads seconds and nanoseconds; nothing if they are none.
    pub(super) fn read_time(&mut self, at: Pointer) -> Step<Option<u64>> {
        let bytes = self.read_out(at, 16, "a time")?;
        let half = |at: usize| bytes[at..at + 8].try_into().map_or(0, i64::from_le_bytes);
        let (seconds, rest) = (half(0), half(8));
        if seconds < 0 || !(0..SECOND as i64).contains(&rest) {
            return Ok(None);
        }
        Ok(Some((seconds as u64).saturating_mul(SECOND).saturating_add(rest as u64)))
    }

    fn write_time(&mut self, at: Pointer, nanoseconds: u64) -> Step<()> {
        let (seconds, rest) = (nanoseconds / SECOND, nanoseconds % SECOND);
        self.write_in(at, &[seconds.to_le_bytes(), rest.to_le_bytes()].concat())
    }
}

fn clock_gettime(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let clock = args.int(0);
    let time = if REALTIME_CLOCKS.contains(&clock) {
        machine.wall_time()
    } else if MONOTONIC_CLOCKS.contains(&clock) {
        machine.nanoseconds()
    } else {
        return args.unsupported("with this clock");
    };
    machine.write_time(args.pointer(1), time)?;
    Ok(number(0))
}

/// How fine a clock is.
fn clock_getres(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let clock = args.int(0);
    if !REALTIME_CLOCKS.contains(&clock) && !MONOTONIC_CLOCKS.contains(&clock) {
        return args.unsupported("with this clock");
    }
    if args.pointer(1).addr != 0 {
        machine.write_time(args.pointer(1), 1)?;
    }
    Ok(number(0))
}

/// Seconds and microseconds.
fn gettimeofday(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    if args.pointer(1).addr != 0 {
        return machine.fail(EINVAL);
    }
    let now = machine.wall_time();
    let (seconds, rest) = (now / SECOND, now % SECOND / 1_000);
    machine.write_in(args.pointer(0), &[seconds.to_le_bytes(), rest.to_le_bytes()].concat())?;
    Ok(number(0))
}

fn time(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let seconds = (machine.wall_time() / SECOND) as i64;
    if args.pointer(0).addr != 0 {
        machine.write_in(args.pointer(0), &seconds.to_le_bytes())?;
    }
    Ok(number(seconds))
}

fn nanosleep(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    match machine.read_time(args.pointer(0))? {
        Some(time) => Ok(machine.sleep_until(machine.nanoseconds().saturating_add(time))),
        None => machine.fail(EINVAL),
    }
}

fn clock_nanosleep(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const UNTIL: i32 = 1;
    if !MONOTONIC_CLOCKS.contains(&args.int(0)) {
        return args.unsupported("with this clock");
    }
    let Some(time) = machine.read_time(args.pointer(2))? else { return Ok(number(i64::from(EINVAL))) };
    let until = if args.int(1) == UNTIL { time } else { machine.nanoseconds().saturating_add(time) };
    Ok(machine.sleep_until(until))
}
