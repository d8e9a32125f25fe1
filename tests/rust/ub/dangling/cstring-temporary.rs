use std::ffi::{CStr, CString};

fn main() {
    let pointer = CString::new("text").unwrap().as_ptr();
    let _text = unsafe { CStr::from_ptr(pointer) }; //~ ERROR freed
}
