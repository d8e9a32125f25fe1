pub fn main() {
    println!("hello");
    std::panic::set_hook(Box::new(|_| {}));
    if std::panic::catch_unwind(|| panic!()).is_err() {
        println!("caught");
    }
}
