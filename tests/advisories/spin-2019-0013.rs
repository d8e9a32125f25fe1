//! The guard of a write lock releases it by a relaxed store. So a thread that takes the lock next need not see what was written.
//@ advisory: RUSTSEC-2019-0013
//@ dependency: spin = "=0.5.1"
//@ fixed: 0.5.2
//@ seeds: 0..16
//@ error: data race

use spin::RwLock;
use std::sync::Arc;
use std::thread;

fn main() {
    let counter = Arc::new(RwLock::new(0));
    let other = Arc::clone(&counter);
    let thread = thread::spawn(move || *other.write() += 1);
    *counter.write() += 1;
    thread.join().unwrap();
    assert_eq!(*counter.read(), 2);
}
