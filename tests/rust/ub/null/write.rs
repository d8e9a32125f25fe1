fn main() {
    let pointer = std::ptr::null_mut::<i32>();
    unsafe { *pointer = 1 }; //~ ERROR null pointer
}
