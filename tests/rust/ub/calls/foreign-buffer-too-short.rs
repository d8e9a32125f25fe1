unsafe extern "C" {
    fn write(stream: i32, bytes: *const u8, count: usize) -> isize;
}

fn main() {
    let text = *b"ab";
    unsafe { write(1, text.as_ptr(), 4) }; //~ ERROR out of bounds
}
