fn main() {
    let array = [1_u32, 2];
    let _slice = unsafe { std::slice::from_raw_parts(array.as_ptr(), 3) }; //~ ERROR beyond the bounds
}
