unsafe extern "C" {
    fn strlen(text: *const u8) -> usize;
}

fn main() {
    let text = *b"ab";
    unsafe { strlen(text.as_ptr()) }; //~ ERROR out of bounds
}
