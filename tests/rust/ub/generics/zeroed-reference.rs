fn zeroed<T>() -> T {
    unsafe { std::mem::MaybeUninit::zeroed().assume_init() } //~ ERROR null reference
}

fn main() {
    let _text: &str = zeroed();
}
