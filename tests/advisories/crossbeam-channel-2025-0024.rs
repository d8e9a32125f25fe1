//! The last receiver frees a block of messages, and leaves a pointer to it behind that the channel frees again.
//@ advisory: RUSTSEC-2025-0024
//@ dependency: crossbeam-channel = "=0.5.14"
//@ fixed: 0.5.15
//@ flags: --exchange-failure-rate 0
//@ seeds: 0..64
//@ error: encountered a dangling box (use-after-free)

use crossbeam_channel::unbounded;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

fn main() {
    for _ in 0..20 {
        let (sender, receiver) = unbounded::<u32>();
        let ready = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    ready.fetch_add(1, Ordering::Relaxed);
                    while ready.load(Ordering::Relaxed) < 2 {
                        thread::yield_now();
                    }
                    sender.send(1)
                });
            }
            scope.spawn(move || {
                while receiver.is_empty() {
                    thread::yield_now();
                }
            });
        });
    }
}
