//! A function of the C library is called by C's convention.

unsafe extern "Rust" {
    fn malloc(size: usize) -> *mut u8;
}

fn main() {
    let _ = unsafe { malloc(1) }; //~ ERROR calling
}
