use std::sync::atomic::{AtomicBool, AtomicI64, AtomicPtr, AtomicUsize, Ordering, fence};

fn main() {
    let number = AtomicI64::new(5);
    println!("{} {:?}", number.swap(7, Ordering::SeqCst), number.compare_exchange(7, 8, Ordering::AcqRel, Ordering::Acquire));
    println!("{} {}", number.fetch_max(20, Ordering::Relaxed), number.load(Ordering::Acquire));
    let flag = AtomicBool::new(false);
    println!("{} {}", flag.fetch_or(true, Ordering::SeqCst), flag.into_inner());
    fence(Ordering::SeqCst);
    let mut x = 1;
    let pointer = AtomicPtr::new(&mut x);
    println!("{}", unsafe { *pointer.load(Ordering::Relaxed) });
    println!("{}", AtomicUsize::new(3).fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(4)).is_err());
}
