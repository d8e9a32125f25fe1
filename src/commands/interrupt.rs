//! Ctrl-C: a command that can lets the first one finish what runs; otherwise it ends at once, and leaves nothing behind.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// What a command watches that finishes by itself.
static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// From now on a signal ends the process without leaving its temporary files, or tells the command to stop if it asked for that.
pub fn listen() -> Result<(), String> {
    let mut signals =
        Signals::new([SIGINT, SIGTERM]).map_err(|error| format!("cannot listen to signals: {error}"))?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let is_told = STOP.get().is_some_and(|stop| !stop.swap(true, Ordering::Relaxed));
            if !is_told {
                rustassay_process::clean_up_to_exit();
                std::process::exit(128 + signal);
            }
        }
    });
    Ok(())
}

/// A flag that the first signal sets, for a command that watches it; the second ends the process at once.
pub fn stop_on_signals() -> Arc<AtomicBool> {
    STOP.get_or_init(Arc::default).clone()
}
