fn main() {
    let mut range = 0..6;
    println!("{:?} {:?} {:?}", range.next(), range.next_back(), range.len());
    println!("{:?}", (0..10).step_by(4).rev().collect::<Vec<_>>());
    println!("{:?}", ('a'..='e').rev().nth(1));
}
