//@ outcomes: undefined-behavior
use std::sync::atomic::{AtomicBool, Ordering::*};
use std::thread;

static mut DATA: u32 = 0;
static IS_READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let writer = thread::spawn(|| {
        unsafe { DATA = 42 };
        IS_READY.store(true, Relaxed);
    });
    while !IS_READY.load(Relaxed) {}
    println!("{}", unsafe { DATA });
    writer.join().unwrap();
}
