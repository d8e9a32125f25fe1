fn main() {
    let pointer = Box::into_raw(Box::new([1_u8; 4])).cast::<u8>();
    drop(unsafe { Vec::from_raw_parts(pointer, 4, 8) }); //~ ERROR incorrect layout
}
