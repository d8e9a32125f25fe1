//! A clock that goes on by what the program does, and by what it sleeps.

use super::errno::*;
use super::*;

pub(super) const TABLE: &[Entry] = &[
    ("clock_gettime", &[I32, Kind::Pointer], I32, clock_gettime),
    ("clock_gettime64", &[I32, Kind::Pointer], I32, clock_gettime),
    ("nanosleep", &[Kind::Pointer, Kind::Pointer], I32, nanosleep),
    ("clock_nanosleep", &[I32, I32, Kind::Pointer, Kind::Pointer], I32, clock_nanosleep),
];

/// What a statement takes, in nanoseconds.
const STEP: u64 = 5;

const SECOND: u64 = 1_000_000_000;

const REALTIME_CLOCKS: [i32; 2] = [0, 5];
const MONOTONIC_CLOCKS: [i32; 3] = [1, 6, 7];

impl Machine {
    /// Nanoseconds since the run began.
    pub(super) fn nanoseconds(&self) -> u64 {
        self.steps().saturating_mul(STEP).saturating_add(self.outside.slept)
    }

    pub(super) fn sleep(&mut self, nanoseconds: u64) {
        self.outside.slept = self.outside.slept.saturating_add(nanoseconds);
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
    let now = machine.nanoseconds();
    let time = if REALTIME_CLOCKS.contains(&clock) {
        machine.outside.world.time.saturating_mul(SECOND).saturating_add(now)
    } else if MONOTONIC_CLOCKS.contains(&clock) {
        now
    } else {
        return args.unsupported("with this clock");
    };
    machine.write_time(args.pointer(1), time)?;
    Ok(number(0))
}

fn nanosleep(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    match machine.read_time(args.pointer(0))? {
        Some(time) => {
            machine.sleep(time);
            Ok(number(0))
        }
        None => machine.fail(EINVAL),
    }
}

fn clock_nanosleep(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const UNTIL: i32 = 1;
    if !MONOTONIC_CLOCKS.contains(&args.int(0)) {
        return args.unsupported("with this clock");
    }
    let Some(time) = machine.read_time(args.pointer(2))? else { return Ok(number(i64::from(EINVAL))) };
    let time = if args.int(1) == UNTIL { time.saturating_sub(machine.nanoseconds()) } else { time };
    machine.sleep(time);
    Ok(number(0))
}
