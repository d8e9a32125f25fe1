//@ outcomes: 1 | 2
use std::sync::atomic::{AtomicU32, Ordering::*};
use std::thread;

static COUNT: AtomicU32 = AtomicU32::new(0);

fn add() {
    COUNT.store(COUNT.load(SeqCst) + 1, SeqCst);
}

fn main() {
    let other = thread::spawn(add);
    add();
    other.join().unwrap();
    println!("{}", COUNT.load(SeqCst));
}
