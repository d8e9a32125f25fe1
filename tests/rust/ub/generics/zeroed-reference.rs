fn zeroed<T>() -> T {
    unsafe { std::mem::zeroed() } //~ ERROR null reference
}

fn main() {
    let _text: &str = zeroed();
}
