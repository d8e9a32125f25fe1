//! What wasmtime makes of a trap.
//!
//! WebAssembly has no signals: a program that does what it must not, or gives up, traps. `wasmtime run` then says so, and exits with the code that
//! a shell has for a program that called `abort`, whatever the trap is (`maybe_exit_on_error` in `src/commands/run.rs`).

use rustassay_process::{End, Finished};

/// The signal that a trap stands for; `None` if the program did not trap.
pub fn wasmtime_trap(finished: &Finished) -> Option<i32> {
    const SIGABRT: i32 = 6;
    let is_told = String::from_utf8_lossy(&finished.stderr).contains("wasm trap: ");
    (finished.end == End::Exited(128 + SIGABRT) && is_told).then_some(SIGABRT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn trap(code: i32, stderr: &str) -> Option<i32> {
        let (wall, cpu) = (Duration::ZERO, Duration::ZERO);
        let stderr = stderr.as_bytes().to_vec();
        let end = End::Exited(code);
        wasmtime_trap(&Finished { end, stdout: Vec::new(), stderr, wall, cpu, peak_memory: 0 })
    }

    #[test]
    fn a_trap_is_a_crash_and_an_exit_code_is_none() {
        let words = "Error: failed to run main module `case`\n\nCaused by:\n    1: wasm trap: wasm `unreachable` instruction executed\n";
        assert_eq!(trap(134, words), Some(6));
        assert_eq!(trap(134, ""), None);
        assert_eq!(trap(1, words), None);
    }
}
