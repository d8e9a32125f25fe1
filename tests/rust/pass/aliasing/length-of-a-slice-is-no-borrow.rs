//! The bounds check of an index looks at the length of the slice only, which is no part of what others have borrowed.

struct Pair {
    first: u64,
    second: u64,
}

fn main() {
    let pairs: &mut [Pair] = &mut [Pair { first: 1, second: 2 }];
    let first = &mut pairs[0].first;
    let second = &mut pairs[0].second;
    *first += 10;
    *second += 20;
    println!("{first} {second}");
}
