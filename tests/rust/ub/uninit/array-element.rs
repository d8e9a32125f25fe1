use std::mem::MaybeUninit;

fn main() {
    let mut array: [MaybeUninit<u8>; 2] = [const { MaybeUninit::uninit() }; 2];
    array[0].write(1);
    let _second = unsafe { array[1].assume_init() }; //~ ERROR uninitialized
}
