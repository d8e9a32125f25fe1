use std::sync::atomic::{AtomicU32, Ordering};

static COUNT: AtomicU32 = AtomicU32::new(0);

fn main() {
    let other = std::thread::spawn(|| COUNT.store(1, Ordering::SeqCst));
    while !other.is_finished() {
        std::thread::yield_now();
    }
    unsafe { *COUNT.as_ptr() = 2 }; //~ ERROR data race between (1) atomic store on thread
    other.join().unwrap();
}
