fn main() {
    let mut array = [1, 2, 3, 4];
    let pointer = array.as_mut_ptr();
    let (left, right) = unsafe {
        (std::slice::from_raw_parts_mut(pointer, 2), std::slice::from_raw_parts_mut(pointer.add(2), 2))
    };
    left[0] = right[1];
    right[0] = left[1];
    println!("{array:?}");
}
