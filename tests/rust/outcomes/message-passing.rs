//@ outcomes: [(0, 0), (0, 1), (1, 0), (1, 1)]

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

fn main() {
    let mut outcomes = BTreeSet::new();
    for _ in 0..60 {
        let (data, flag) = (AtomicU32::new(0), AtomicU32::new(0));
        outcomes.insert(thread::scope(|scope| {
            scope.spawn(|| {
                data.store(1, Relaxed);
                flag.store(1, Relaxed);
            });
            let reader = scope.spawn(|| (flag.load(Relaxed), data.load(Relaxed)));
            reader.join().unwrap()
        }));
    }
    println!("{:?}", Vec::from_iter(outcomes));
}
