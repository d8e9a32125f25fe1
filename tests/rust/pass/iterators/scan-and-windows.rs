fn main() {
    let sums: Vec<i32> = [1, 2, 3, 4].iter().scan(0, |total, n| {
        *total += n;
        Some(*total)
    }).collect();
    println!("{sums:?} {:?}", sums.iter().partition::<Vec<i32>, _>(|n| **n > 3));
    println!("{:?}", sums.iter().max_by_key(|n| *n % 4));
}
