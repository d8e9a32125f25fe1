fn main() {
    let empty: [u32; 0] = [];
    let _value = unsafe { *empty.as_ptr() }; //~ ERROR out of bounds
}
