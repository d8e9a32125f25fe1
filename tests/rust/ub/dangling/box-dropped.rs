fn main() {
    let boxed = Box::new(5);
    let pointer = &raw const *boxed;
    drop(boxed);
    let _value = unsafe { *pointer }; //~ ERROR has been freed
}
