use std::mem::MaybeUninit;

fn main() {
    let array = [const { MaybeUninit::<u8>::uninit() }; 4];
    let bytes = unsafe { std::slice::from_raw_parts(array.as_ptr().cast::<u8>(), 4) };
    let _is_zero = bytes == [0; 4]; //~ ERROR uninitialized
}
