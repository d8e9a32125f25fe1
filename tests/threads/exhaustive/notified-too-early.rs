//@ outcomes: done | deadlocked
use std::sync::{Condvar, Mutex};
use std::thread;

static LOCK: Mutex<()> = Mutex::new(());
static READY: Condvar = Condvar::new();

fn main() {
    let other = thread::spawn(|| READY.notify_one());
    // Nothing says whether it was notified already.
    drop(READY.wait(LOCK.lock().unwrap()));
    other.join().unwrap();
    println!("done");
}
