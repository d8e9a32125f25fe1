//! A clock for benchmarks.

use rustix::time::{ClockId, clock_gettime};

/// The processor time that this process has had, without its children.
pub fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
