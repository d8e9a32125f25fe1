//! A guard that leads to a part of what a lock protects may go to another thread, whatever that part is.
//@ advisory: RUSTSEC-2020-0070
//@ dependency: lock_api = "=0.4.1"
//@ dependency: parking_lot = { version = "=0.11.0", features = ["send_guard"] }
//@ fixed: 0.4.2
//@ rejected: E0277
//@ seeds: 0..16
//@ error: data race

use parking_lot::{RwLock, RwLockReadGuard};
use std::cell::Cell;
use std::thread;

fn main() {
    let lock = RwLock::new(Cell::new(0));
    let first = RwLockReadGuard::map(lock.read(), |cell| cell);
    let second = RwLockReadGuard::map(lock.read(), |cell| cell);
    thread::scope(|scope| {
        scope.spawn(move || first.set(1));
        second.set(2);
    });
}
