fn main() {
    let pointer = Box::into_raw(Box::new([0_u8; 4]));
    unsafe {
        drop(Box::from_raw(pointer));
        let _next = pointer.cast::<u8>().add(1); //~ ERROR pointer arithmetic failed
    }
}
