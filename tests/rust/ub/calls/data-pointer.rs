fn main() {
    let data = Box::new([0xc3_u8; 16]);
    let pointer = &raw const *data;
    let function: fn() = unsafe { std::mem::transmute(pointer) };
    function(); //~ ERROR does not point to a function
}
