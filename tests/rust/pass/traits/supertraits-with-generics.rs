trait Zero {
    fn zero() -> Self;
}

trait Sum: Zero + std::ops::Add<Output = Self> + Copy {
    fn sum(items: &[Self]) -> Self {
        items.iter().fold(Self::zero(), |total, &item| total + item)
    }
}

impl Zero for i64 {
    fn zero() -> i64 {
        0
    }
}

impl Sum for i64 {}

fn main() {
    println!("{}", <i64 as Sum>::sum(&[1, 2, 3]));
}
