use std::ffi::CStr;

fn main() {
    let bytes = [b'a'; 4];
    let _text = unsafe { CStr::from_ptr(bytes.as_ptr().cast()) }; //~ ERROR out of bounds
}
