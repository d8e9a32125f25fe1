use std::alloc::{Layout, alloc};

unsafe extern "C" {
    fn free(pointer: *mut u8);
}

fn main() {
    unsafe { free(alloc(Layout::new::<u64>())) }; //~ ERROR Rust heap memory
}
