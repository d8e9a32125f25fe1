fn main() {
    let pointer = Box::into_raw(Box::new(1_u8)).cast::<[u8; 2]>();
    let _boxed = unsafe { Box::from_raw(pointer) }; //~ ERROR beyond the bounds
}
