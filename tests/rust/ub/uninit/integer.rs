use std::mem::MaybeUninit;

fn main() {
    let _value: u32 = unsafe { MaybeUninit::uninit().assume_init() }; //~ ERROR uninitialized
}
