//! Ctrl-C: the first one lets a command finish what runs, the second one ends it.

use rustassay_process::Scratch;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that the first signal sets; the second ends the process at once, without leaving its temporary files.
pub fn stop_on_signals(scratch: &Path) -> Result<Arc<AtomicBool>, String> {
    let stop = Arc::new(AtomicBool::new(false));
    let mut signals =
        Signals::new([SIGINT, SIGTERM]).map_err(|error| format!("cannot listen to signals: {error}"))?;
    let (flag, scratch) = (stop.clone(), scratch.to_owned());
    std::thread::spawn(move || {
        for signal in signals.forever() {
            if flag.swap(true, Ordering::Relaxed) {
                // Children die with us.
                Scratch::remove_at_exit(&scratch);
                std::process::exit(128 + signal);
            }
        }
    });
    Ok(stop)
}
