fn main() {
    let mut text = String::with_capacity(64);
    text.push('a');
    let bytes = text.as_ptr();
    text.shrink_to_fit();
    let _byte = unsafe { *bytes }; //~ ERROR has been freed
}
