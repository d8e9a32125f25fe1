use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering, fence};

struct Message(UnsafeCell<u32>);

unsafe impl Sync for Message {}

static MESSAGES: [Message; 2] = [Message(UnsafeCell::new(0)), Message(UnsafeCell::new(0))];
static READY: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];

fn main() {
    let other = std::thread::spawn(|| {
        unsafe { *MESSAGES[0].0.get() = 42 };
        READY[0].store(true, Ordering::Release);
        unsafe { *MESSAGES[1].0.get() = 43 };
        fence(Ordering::Release);
        READY[1].store(true, Ordering::Relaxed);
    });
    while !READY[0].load(Ordering::Acquire) {
        std::thread::yield_now();
    }
    println!("{}", unsafe { *MESSAGES[0].0.get() });
    while !READY[1].load(Ordering::Relaxed) {
        std::thread::yield_now();
    }
    fence(Ordering::Acquire);
    println!("{}", unsafe { *MESSAGES[1].0.get() });
    other.join().unwrap();
}
