fn main() {
    let mut names = vec![String::from("a")];
    let bytes = names[0].as_ptr();
    names.clear();
    let _byte = unsafe { *bytes }; //~ ERROR has been freed
}
