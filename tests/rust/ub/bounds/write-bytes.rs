fn main() {
    let mut array = [1_u16; 4];
    unsafe { array.as_mut_ptr().write_bytes(0, 5) }; //~ ERROR out of bounds
}
