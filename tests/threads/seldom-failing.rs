use std::sync::atomic::{AtomicU32, Ordering::*};
use std::thread;

static X: AtomicU32 = AtomicU32::new(0);
static Y: AtomicU32 = AtomicU32::new(0);

fn main() {
    let other = thread::spawn(|| {
        Y.store(1, Relaxed);
        X.load(Relaxed)
    });
    X.store(1, Relaxed);
    let seen = Y.load(Relaxed);
    let other = other.join().unwrap();
    assert_ne!((seen, other), (0, 1), "the other thread was late");
}
