struct Bomb(bool);

impl Drop for Bomb {
    fn drop(&mut self) {
        println!("drop {}", self.0);
        if self.0 {
            panic!("bomb");
        }
    }
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let result = std::panic::catch_unwind(|| drop(vec![Bomb(false), Bomb(true), Bomb(false)]));
    println!("{}", result.is_err());
}
