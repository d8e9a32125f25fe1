struct Noisy(u8);

impl Drop for Noisy {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}

fn main() {
    let pair = (Noisy(1), Noisy(2));
    let (first, _) = (pair.0, ());
    println!("moved");
    drop(first);
    println!("end");
}
