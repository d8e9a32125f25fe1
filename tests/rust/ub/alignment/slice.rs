fn main() {
    let words = [0_u32; 4];
    let pointer = words.as_ptr().cast::<u8>().wrapping_add(1).cast::<u16>();
    let _slice = unsafe { std::slice::from_raw_parts(pointer, 2) }; //~ ERROR alignment
}
