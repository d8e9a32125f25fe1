fn main() {
    let mut array = [1, 2, 3, 4];
    let pointer = array.as_mut_ptr();
    unsafe { std::ptr::copy_nonoverlapping(pointer, pointer.add(1), 2) }; //~ ERROR overlapping
}
