struct Noisy(u8);

impl Drop for Noisy {
    fn drop(&mut self) {
        println!("drop {} {}", self.0, std::thread::panicking());
    }
}

fn fails() {
    let _inner = Noisy(2);
    panic!();
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let _ = std::panic::catch_unwind(|| {
        let _outer = Noisy(1);
        fails();
    });
    let _last = Noisy(3);
}
