//! To leave in the middle of things, on Ctrl-C or a full disk, without leaving anything behind.

use crate::scratch::remove_all;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Whether this process is about to exit.
static LEAVING: AtomicBool = AtomicBool::new(false);

/// How many programs run now.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// How long programs have to be gone. They are killed, so they are, unless they hang in the kernel.
const PATIENCE: Duration = Duration::from_secs(5);

/// Stops all programs that run, and removes all folders of [`Scratch`](crate::Scratch): for who exits next, and drops nothing.
/// A thread that waits in [`run`](crate::run) waits for ever from now on.
pub fn clean_up_to_exit() {
    LEAVING.store(true, Ordering::SeqCst);
    let began = Instant::now();
    while RUNNING.load(Ordering::SeqCst) > 0 && began.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(2));
    }
    remove_all();
}

/// Whether what runs is to be stopped.
pub(crate) fn is_leaving() -> bool {
    LEAVING.load(Ordering::SeqCst)
}

/// Counts a program for as long as it runs.
pub(crate) struct Running;

impl Running {
    /// Does not return once we are about to exit: what would be started then has nobody to wait for it.
    pub(crate) fn begin() -> Running {
        RUNNING.fetch_add(1, Ordering::SeqCst);
        if is_leaving() {
            Running.end();
        }
        Running
    }

    /// The program has ended. If that is because we are about to exit, what came of it is nobody's business.
    pub(crate) fn end(self) {
        drop(self);
        while is_leaving() {
            thread::park();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::SeqCst);
    }
}
