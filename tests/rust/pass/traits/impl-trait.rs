fn evens(limit: u32) -> impl Iterator<Item = u32> + Clone {
    (0..limit).filter(|n| n % 2 == 0)
}

trait Source {
    fn numbers(&self) -> impl Iterator<Item = u32>;
}

impl Source for u32 {
    fn numbers(&self) -> impl Iterator<Item = u32> {
        0..*self
    }
}

fn main() {
    println!("{} {}", evens(10).count(), 4.numbers().sum::<u32>());
}
