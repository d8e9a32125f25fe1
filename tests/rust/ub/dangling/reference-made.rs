fn main() {
    let pointer = Box::into_raw(Box::new(1));
    unsafe { drop(Box::from_raw(pointer)) };
    let _reference = unsafe { &*pointer }; //~ ERROR use-after-free
}
