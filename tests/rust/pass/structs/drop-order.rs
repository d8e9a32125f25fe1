struct Noisy(&'static str);

impl Drop for Noisy {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}

fn main() {
    let _a = Noisy("a");
    let b = Noisy("b");
    {
        let _c = Noisy("c");
    }
    drop(b);
    let _pair = (Noisy("d"), Noisy("e"));
}
