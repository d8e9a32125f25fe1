//@ outcomes: (0, 0) | (0, 1) | (1, 0) | (1, 1)
use std::sync::atomic::{AtomicU32, Ordering::*};
use std::thread;

static X: AtomicU32 = AtomicU32::new(0);
static Y: AtomicU32 = AtomicU32::new(0);

fn main() {
    let other = thread::spawn(|| {
        Y.store(1, Release);
        X.load(Acquire)
    });
    X.store(1, Release);
    let seen = Y.load(Acquire);
    println!("{:?}", (seen, other.join().unwrap()));
}
