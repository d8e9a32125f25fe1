//@ outcomes: (0, 1) | (1, 0) | (1, 1)
use std::sync::atomic::{AtomicU32, Ordering::*, fence};
use std::thread;

static X: AtomicU32 = AtomicU32::new(0);
static Y: AtomicU32 = AtomicU32::new(0);

fn main() {
    let other = thread::spawn(|| {
        Y.store(1, Relaxed);
        fence(SeqCst);
        X.load(Relaxed)
    });
    X.store(1, Relaxed);
    fence(SeqCst);
    let seen = Y.load(Relaxed);
    println!("{:?}", (seen, other.join().unwrap()));
}
