fn main() {
    let text = "literal";
    unsafe { *text.as_ptr().cast_mut() = b'L' }; //~ ERROR read-only
}
