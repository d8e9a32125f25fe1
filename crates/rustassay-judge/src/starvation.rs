//! Whether a child that took too long had a fair share of the machine.
//!
//! ResourceLimits of time are on the clock, because a child that waits for ever needs no processor. On a machine that has too much to do, or
//! too little memory for it, a child reaches them without being at fault. So something that is known to end has to end, too.

use rustassay_process::{Finished, ResourceLimits, Task, run_unless};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Whoever sets a shorter limit wants to have it kept.
const PATIENT: Duration = Duration::from_secs(10);

/// A tenth of a second of work, about, that needs nothing but a processor.
const CONTROL: &str = "i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done";

/// So much of a minute may all processes wait for memory, in percent, before nobody's time is believed.
const WAITING_FOR_MEMORY: f64 = 10.0;

/// Whether a child that took too long may just not have had its turn.
pub(crate) fn is_starved(late: &Finished, limits: &ResourceLimits, folder: &Path, stop: &AtomicBool) -> bool {
    let is_waiting = limits.wall >= PATIENT && got_little(late.cpu, late.wall);
    is_waiting && (lacks_memory() || control_is_late(folder, stop))
}

/// Whether a child was on a processor for less than a quarter of its time.
fn got_little(cpu: Duration, wall: Duration) -> bool {
    cpu * 4 < wall
}

fn control_is_late(folder: &Path, stop: &AtomicBool) -> bool {
    let task = Task::new(Path::new("/bin/sh"), folder).args(["-c", CONTROL]);
    matches!(run_unless(stop, &task), Ok(Some(control)) if got_little(control.cpu, control.wall))
}

/// Whether the processes of this machine wait for memory, as Linux counts it (Documentation/accounting/psi.rst).
fn lacks_memory() -> bool {
    let pressure = std::fs::read_to_string("/proc/pressure/memory").unwrap_or_default();
    all_waiting(&pressure).is_some_and(|percent| percent > WAITING_FOR_MEMORY)
}

/// How much of the last minute all processes waited, in percent.
fn all_waiting(pressure: &str) -> Option<f64> {
    let line = pressure.lines().find_map(|line| line.strip_prefix("full "))?;
    line.split(' ').find_map(|field| field.strip_prefix("avg60="))?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_that_was_on_a_processor_is_not_starved() {
        let second = Duration::from_secs(1);
        assert!(!got_little(50 * second, 60 * second));
        assert!(got_little(6 * second, 60 * second));
    }

    #[test]
    fn pressure_is_that_of_all_processes() {
        let text = "some avg10=99.62 avg60=95.81 avg300=73.69 total=737681569\n\
                    full avg10=96.28 avg60=91.14 avg300=67.70 total=670788815\n";
        assert_eq!(all_waiting(text), Some(91.14));
        assert_eq!(all_waiting(""), None);
    }
}
