//@ outcomes: [(0, 1), (1, 0), (1, 1)]

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::Barrier;
use std::thread;

fn main() {
    let mut outcomes = BTreeSet::new();
    for _ in 0..200 {
        let (x, y) = (AtomicU32::new(0), AtomicU32::new(0));
        // Without it, the first thread has often ended before the second one begins.
        let both = Barrier::new(2);
        outcomes.insert(thread::scope(|scope| {
            let one = scope.spawn(|| {
                both.wait();
                x.store(1, SeqCst);
                y.load(SeqCst)
            });
            let other = scope.spawn(|| {
                both.wait();
                y.store(1, SeqCst);
                x.load(SeqCst)
            });
            (one.join().unwrap(), other.join().unwrap())
        }));
    }
    println!("{:?}", Vec::from_iter(outcomes));
}
