fn main() {
    let mut array = [1, 2];
    let pointer = array.as_mut_ptr();
    unsafe { std::ptr::swap(pointer, pointer.wrapping_add(2)) }; //~ ERROR out of bounds
}
