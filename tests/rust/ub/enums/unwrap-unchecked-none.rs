fn main() {
    let nothing: Option<i32> = std::hint::black_box(None);
    unsafe { nothing.unwrap_unchecked() }; //~ ERROR unreachable
}
