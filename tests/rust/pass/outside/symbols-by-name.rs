// Programs that run on many systems look functions up by name: some are there, others are not.

use std::ffi::{CStr, c_char, c_uint, c_void};

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
}

type GetRandom = unsafe extern "C" fn(*mut c_void, usize, c_uint) -> isize;

fn find(name: &CStr) -> *mut c_void {
    // `RTLD_DEFAULT` is null.
    unsafe { dlsym(std::ptr::null_mut(), name.as_ptr()) }
}

fn main() {
    assert!(find(c"a_function_that_nobody_has").is_null());
    let found = find(c"getrandom");
    assert!(!found.is_null());
    assert_eq!(found, find(c"getrandom"));
    let get_random: GetRandom = unsafe { std::mem::transmute(found) };
    let mut bytes = [0u8; 16];
    let count = unsafe { get_random(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
    println!("{count} bytes, {}", if bytes == [0; 16] { "all zero" } else { "random" });
}
