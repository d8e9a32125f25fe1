//@ outcomes: Err(0) | Err(1) | Ok(0)
use std::sync::atomic::{AtomicU32, Ordering::*};
use std::thread;

static X: AtomicU32 = AtomicU32::new(0);

fn main() {
    let other = thread::spawn(|| X.store(1, Relaxed));
    println!("{:?}", X.compare_exchange_weak(0, 2, Relaxed, Relaxed));
    other.join().unwrap();
}
