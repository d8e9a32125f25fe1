fn main() {
    let mut words = [0_u64; 2];
    let pointer = words.as_mut_ptr().cast::<u8>().wrapping_add(2).cast::<u32>();
    unsafe { pointer.write(1) }; //~ ERROR but alignment 4 is required
}
