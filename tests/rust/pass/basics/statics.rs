use std::sync::atomic::{AtomicU32, Ordering};

static COUNTER: AtomicU32 = AtomicU32::new(5);
static NAMES: [&str; 2] = ["a", "b"];

fn main() {
    COUNTER.fetch_add(2, Ordering::Relaxed);
    println!("{} {:?}", COUNTER.load(Ordering::Relaxed), NAMES);
}
