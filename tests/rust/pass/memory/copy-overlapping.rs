fn main() {
    let mut bytes = *b"abcdef";
    let pointer = bytes.as_mut_ptr();
    unsafe { std::ptr::copy(pointer, pointer.add(2), 4) };
    println!("{}", String::from_utf8_lossy(&bytes));
    bytes.copy_within(3.., 0);
    println!("{}", String::from_utf8_lossy(&bytes));
}
