use std::sync::atomic::{AtomicU32, Ordering};

static COUNT: AtomicU32 = AtomicU32::new(0);

fn main() {
    for _ in 0..3 {
        std::thread::spawn(|| COUNT.fetch_add(1, Ordering::Relaxed)).join().unwrap();
        // Who has joined the others may do what it likes.
        unsafe { *COUNT.as_ptr() *= 2 };
        println!("{}", COUNT.load(Ordering::Relaxed));
    }
}
