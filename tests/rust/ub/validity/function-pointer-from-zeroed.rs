use std::mem::MaybeUninit;

fn main() {
    let _function: fn() = unsafe { MaybeUninit::zeroed().assume_init() }; //~ ERROR invalid value
}
