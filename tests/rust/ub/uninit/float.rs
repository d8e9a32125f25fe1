use std::mem::MaybeUninit;

fn main() {
    let _value: f64 = unsafe { MaybeUninit::uninit().assume_init() }; //~ ERROR uninitialized
}
