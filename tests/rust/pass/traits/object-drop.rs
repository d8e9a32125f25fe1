struct Noisy(u8);

impl Drop for Noisy {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}

trait Thing {}
impl Thing for Noisy {}
impl Thing for u8 {}

fn main() {
    let mut things: Vec<Box<dyn Thing>> = vec![Box::new(Noisy(1)), Box::new(5_u8), Box::new(Noisy(2))];
    things.remove(0);
    println!("{}", things.len());
}
