use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

static WORD: AtomicU32 = AtomicU32::new(0);

fn main() {
    let other = std::thread::spawn(|| WORD.store(1, Ordering::SeqCst));
    while !other.is_finished() {
        std::thread::yield_now();
    }
    let byte = unsafe { AtomicU8::from_ptr(WORD.as_ptr().cast()) };
    byte.store(2, Ordering::SeqCst); //~ ERROR data race between (1) 4-byte atomic store on thread
    other.join().unwrap();
}
