fn main() {
    let mut numbers: Vec<i32> = (1..=5).collect();
    numbers.insert(2, 10);
    numbers.swap(0, 1);
    numbers.retain(|n| n % 2 == 0);
    numbers.extend([7, 8]);
    numbers.truncate(4);
    println!("{numbers:?} {:?} {:?}", numbers.pop(), numbers.iter().max());
    numbers.dedup();
    numbers.reverse();
    println!("{numbers:?} {:?}", numbers.drain(1..).collect::<Vec<_>>());
}
