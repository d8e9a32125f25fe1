use std::sync::atomic::{AtomicU32, Ordering};

static NUMBER: u32 = 1;

fn main() {
    let atomic = unsafe { &*(&raw const NUMBER).cast::<AtomicU32>() }; //~ ERROR[stacked] may only read this byte
    println!("{}", atomic.load(Ordering::Relaxed));
    atomic.load(Ordering::Acquire); //~ ERROR[tree] only relaxed loads no larger than a pointer are allowed there
    //~^ ERROR[none] only relaxed loads no larger than a pointer are allowed there
}
