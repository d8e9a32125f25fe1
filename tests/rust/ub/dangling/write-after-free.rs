fn main() {
    let pointer = Box::into_raw(Box::new(1));
    unsafe {
        drop(Box::from_raw(pointer));
        *pointer = 2; //~ ERROR has been freed
    }
}
