trait Twice {
    fn twice(self) -> Self;
}

impl<T: std::ops::Add<Output = T> + Copy> Twice for T {
    fn twice(self) -> T {
        self + self
    }
}

fn main() {
    println!("{} {}", 21.twice(), 1.5.twice());
}
