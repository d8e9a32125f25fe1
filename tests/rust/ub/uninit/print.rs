use std::mem::MaybeUninit;

fn main() {
    let array = [const { MaybeUninit::<u8>::uninit() }; 2];
    let text = unsafe { std::str::from_utf8_unchecked(std::slice::from_raw_parts(array.as_ptr().cast(), 2)) };
    print!("{text}\n"); //~ ERROR uninitialized
}
