use std::alloc::{Layout, dealloc};

unsafe extern "C" {
    fn malloc(size: usize) -> *mut u8;
}

fn main() {
    unsafe { dealloc(malloc(8), Layout::from_size_align_unchecked(8, 16)) }; //~ ERROR C heap memory
}
