//! `open` takes further arguments, which a declaration must say.

use std::ffi::{c_char, c_int};

unsafe extern "C" {
    fn open(path: *const c_char, flags: c_int) -> c_int;
}

fn main() {
    let _ = unsafe { open(c"no such file".as_ptr(), 0) }; //~ ERROR variadic
}
