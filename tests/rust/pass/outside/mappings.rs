//! Memory from `mmap` has whole pages of zeros.
use std::ffi::c_void;

extern "C" {
    fn mmap(at: *mut c_void, length: usize, protection: i32, flags: i32, file: i32, offset: i64) -> *mut c_void;
    fn munmap(at: *mut c_void, length: usize) -> i32;
}

const READ_WRITE: i32 = 3;
const PRIVATE_ANONYMOUS: i32 = 0x22;
const FAILED: *mut c_void = !0 as *mut c_void;

fn main() {
    unsafe {
        let page = mmap(std::ptr::null_mut(), 100, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
        assert_ne!(page, FAILED);
        assert_eq!(page.addr() % 4096, 0);
        let bytes = std::slice::from_raw_parts_mut(page.cast::<u8>(), 4096);
        assert!(bytes.iter().all(|byte| *byte == 0));
        bytes[4095] = 1;
        assert_eq!(munmap(page, 100), 0);
        assert_eq!(mmap(std::ptr::null_mut(), 0, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0), FAILED);
        assert_eq!(std::io::Error::last_os_error().kind(), std::io::ErrorKind::InvalidInput);
    }
}
