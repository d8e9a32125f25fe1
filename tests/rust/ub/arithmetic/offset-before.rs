fn main() {
    let array = [1_u8; 4];
    let _pointer = unsafe { array.as_ptr().sub(1) }; //~ ERROR pointer arithmetic failed
}
