fn main() {
    let text = String::from("ab");
    let part = unsafe { text.get_unchecked(1..5) }; //~ ERROR beyond the bounds
    println!("{part}");
}
