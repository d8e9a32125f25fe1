//! Memory from `mmap` is gone after `munmap`.
use std::ffi::c_void;

extern "C" {
    fn mmap(at: *mut c_void, length: usize, protection: i32, flags: i32, file: i32, offset: i64) -> *mut c_void;
    fn munmap(at: *mut c_void, length: usize) -> i32;
}

fn main() {
    unsafe {
        let page = mmap(std::ptr::null_mut(), 4096, 3, 0x22, -1, 0).cast::<u8>();
        page.write(1);
        munmap(page.cast(), 4096);
        page.read(); //~ ERROR has been freed
    }
}
