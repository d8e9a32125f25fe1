//@ outcomes: (0, 0) | (0, 1) | (1, 1)
use std::sync::atomic::{AtomicU32, Ordering::*};
use std::thread;

static DATA: AtomicU32 = AtomicU32::new(0);
static FLAG: AtomicU32 = AtomicU32::new(0);

fn main() {
    let writer = thread::spawn(|| {
        DATA.store(1, Relaxed);
        FLAG.store(1, Release);
    });
    println!("{:?}", (FLAG.load(Acquire), DATA.load(Relaxed)));
    writer.join().unwrap();
}
