fn main() {
    let error: Result<(), i32> = std::hint::black_box(Err(1));
    unsafe { error.unwrap_unchecked() }; //~ ERROR unreachable
}
