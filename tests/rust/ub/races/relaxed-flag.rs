use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};

struct Message(UnsafeCell<u32>);

unsafe impl Sync for Message {}

static MESSAGE: Message = Message(UnsafeCell::new(0));
static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let other = std::thread::spawn(|| {
        unsafe { *MESSAGE.0.get() = 42 };
        // It would have to be `Release`, and the load `Acquire`.
        READY.store(true, Ordering::Relaxed);
    });
    while !READY.load(Ordering::Relaxed) {
        std::thread::yield_now();
    }
    let message = unsafe { *MESSAGE.0.get() }; //~ ERROR data race between (1) non-atomic write on thread
    println!("{message}");
    other.join().unwrap();
}
