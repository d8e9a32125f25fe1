// Adapters upon adapters, as they are compiled without optimization.
fn main() {
    let numbers: Vec<u64> = (0..4_000).collect();
    let squares = numbers.iter().map(|number| number * number).filter(|square| square % 3 == 1);
    let sums = squares.zip(numbers.iter().skip(5).step_by(2)).map(|(a, b)| a ^ b);
    let total = sums.enumerate().fold(0_u64, |sum, (at, value)| sum.wrapping_mul(31).wrapping_add(value ^ at as u64));
    let windows = numbers.windows(4).filter(|window| window.iter().sum::<u64>() % 2 == 0).count();
    let chunks = numbers.chunks(7).flat_map(|chunk| chunk.iter().rev().take(3)).max();
    println!("{total} {windows} {chunks:?}");
}
