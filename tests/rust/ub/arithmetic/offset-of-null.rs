fn main() {
    let _pointer = unsafe { std::ptr::null::<u8>().add(1) }; //~ ERROR pointer arithmetic failed
}
