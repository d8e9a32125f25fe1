fn main() {
    let array = [1_u8, 2, 3];
    let _value = unsafe { *array.as_ptr().wrapping_sub(1) }; //~ ERROR out of bounds
}
