//! The waker that does nothing lies in a thread-local static, which ends with its thread.
//@ advisory: RUSTSEC-2020-0061
//@ dependency: futures-task = "=0.3.4"
//@ fixed: 0.3.5
//@ error: encountered a dangling reference (use-after-free)

use futures_task::noop_waker_ref;
use std::thread;

fn main() {
    let waker = thread::spawn(noop_waker_ref).join().unwrap();
    waker.wake_by_ref();
}
