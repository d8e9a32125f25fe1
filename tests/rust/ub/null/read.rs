fn main() {
    let _value = unsafe { *std::ptr::null::<i32>() }; //~ ERROR null pointer
}
