//! Receivers of a broadcast channel clone the same value at the same time, even if its type does not allow that.
//@ advisory: RUSTSEC-2025-0023
//@ dependency: tokio = { version = "=1.44.1", features = ["sync"] }
//@ fixed: 1.44.2
//@ seeds: 0..64
//@ error: data race

use std::cell::Cell;
use std::thread;
use tokio::sync::broadcast;

struct Counter(Cell<u32>);

impl Clone for Counter {
    fn clone(&self) -> Self {
        self.0.set(self.0.get() + 1);
        Self(Cell::new(0))
    }
}

fn main() {
    let (sender, mut first) = broadcast::channel(4);
    let mut second = sender.subscribe();
    assert!(sender.send(Counter(Cell::new(0))).is_ok());
    thread::scope(|scope| {
        scope.spawn(move || assert!(first.try_recv().is_ok()));
        scope.spawn(move || assert!(second.try_recv().is_ok()));
    });
}
