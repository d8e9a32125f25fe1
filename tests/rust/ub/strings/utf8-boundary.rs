fn main() {
    let text = unsafe { std::str::from_utf8_unchecked(b"\xff\xff\xff\xff") };
    for c in text.chars() { //~ ERROR
        println!("{c}");
    }
}
