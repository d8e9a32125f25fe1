use std::mem::ManuallyDrop;

struct Noisy;

impl Drop for Noisy {
    fn drop(&mut self) {
        println!("drop");
    }
}

fn main() {
    let mut kept = ManuallyDrop::new(Noisy);
    println!("before");
    unsafe { ManuallyDrop::drop(&mut kept) };
    std::mem::forget(Noisy);
    println!("after");
}
