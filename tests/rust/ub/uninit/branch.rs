use std::mem::MaybeUninit;

fn main() {
    let value = MaybeUninit::<u8>::uninit();
    let reference = unsafe { &*value.as_ptr() };
    if *reference == 0 {} //~ ERROR uninitialized
}
