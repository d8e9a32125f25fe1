fn main() {
    println!("{} {} {:?}", (1..=5).product::<u64>(), (1..=5).fold(0, |a, b| a * 10 + b), (1..4).reduce(|a, b| a - b));
    println!("{:?} {:?}", ["b", "a"].iter().min(), [1.5, 0.5].iter().cloned().fold(f64::MAX, f64::min));
    println!("{} {}", (1..5).any(|n| n == 3), (1..5).all(|n| n < 3));
}
