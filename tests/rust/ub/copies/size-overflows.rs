fn main() {
    let mut array = [1_u16, 2];
    let pointer = array.as_mut_ptr();
    unsafe { std::ptr::copy(pointer, pointer, usize::MAX) }; //~ ERROR overflows
}
