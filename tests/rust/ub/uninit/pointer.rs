use std::mem::MaybeUninit;

fn main() {
    let _pointer: *const u8 = unsafe { MaybeUninit::uninit().assume_init() }; //~ ERROR uninitialized
}
