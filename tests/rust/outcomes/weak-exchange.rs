//@ outcomes: [Ok(0), Err(0)]

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

fn main() {
    let mut outcomes = BTreeSet::new();
    for _ in 0..40 {
        let x = AtomicU32::new(0);
        let exchange = || x.compare_exchange_weak(0, 1, Relaxed, Relaxed);
        outcomes.insert(thread::scope(|scope| scope.spawn(exchange).join().unwrap()));
    }
    println!("{:?}", Vec::from_iter(outcomes));
}
