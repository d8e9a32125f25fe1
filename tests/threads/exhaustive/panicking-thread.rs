//@ outcomes: fine | exited 101
use std::sync::atomic::{AtomicU32, Ordering::*};
use std::thread;

static X: AtomicU32 = AtomicU32::new(0);

fn main() {
    let other = thread::spawn(|| X.store(1, SeqCst));
    assert_eq!(X.load(SeqCst), 0, "the other thread was first");
    other.join().unwrap();
    println!("fine");
}
