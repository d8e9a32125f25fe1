use std::alloc::{Layout, dealloc};

fn main() {
    unsafe { dealloc(std::ptr::null_mut(), Layout::new::<u8>()) }; //~ ERROR null pointer
}
