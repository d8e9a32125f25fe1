use std::mem::MaybeUninit;

fn main() {
    let _value: bool = unsafe { MaybeUninit::uninit().assume_init() }; //~ ERROR uninitialized
}
