fn main() {
    let words = [0_u64; 2];
    let pointer = words.as_ptr().cast::<u8>().wrapping_add(1).cast::<u16>();
    let _reference = unsafe { &*pointer }; //~ ERROR alignment
}
