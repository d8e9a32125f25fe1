fn main() {
    let bytes = String::from("temporary").as_ptr();
    let _first = unsafe { *bytes }; //~ ERROR has been freed
}
