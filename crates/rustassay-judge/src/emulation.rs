//! Programs under a runner: whose doing it is what happened, the program's or the runner's.

use crate::answer::{Observation, ProgramEnd};
use crate::engine::observation;
use crate::words;
use rustassay_outcome::{qemu_failure, ran, wasmtime_trap};
use rustassay_process::Finished;
use rustassay_toolchain::Runner;

/// What a program did under a runner; or how the runner failed. Of others than qemu nobody knows how they fail.
pub(crate) fn observed(runner: &Runner, finished: Finished) -> Result<Observation, String> {
    let name = runner.program.file_name().map_or_else(Default::default, |name| name.to_string_lossy());
    if name.starts_with("qemu-")
        && let Some(failure) = qemu_failure(&finished)
    {
        return Err(format!("{failure} (with `{runner}`)"));
    }
    let trap = Some(&finished).filter(|_| name.starts_with("wasmtime")).and_then(wasmtime_trap);
    let observation = observation(ran(&finished));
    Ok(match trap {
        Some(signal) => Observation { end: ProgramEnd::Signal(signal), ..observation },
        None => observation,
    })
}

/// What a program did, beside what it must.
pub(crate) fn in_words(observed: &Observation, expected: Option<&Observation>) -> String {
    let must = match expected {
        Some(expected) if observed == expected => ", as it must",
        _ => "",
    };
    format!("prints {} bytes and {}{must}", observed.stdout.len(), words::of_end(observed.end))
}
