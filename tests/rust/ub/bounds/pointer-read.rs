fn main() {
    let array = [1_u8, 2, 3];
    let pointer = array.as_ptr();
    let _value = unsafe { *pointer.wrapping_add(3) }; //~ ERROR out of bounds
}
