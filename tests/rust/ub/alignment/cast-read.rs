fn main() {
    let words = [0_u64; 2];
    let pointer = words.as_ptr().cast::<u8>().wrapping_add(1).cast::<u32>();
    let _value = unsafe { *pointer }; //~ ERROR but alignment 4 is required
}
