use std::collections::{BTreeMap, BTreeSet};

fn main() {
    let map: BTreeMap<_, _> = [("a", 1), ("b", 2)].into_iter().collect();
    let set: BTreeSet<char> = "mississippi".chars().collect();
    let all: Result<Vec<i32>, _> = "1 2 x".split(' ').map(str::parse::<i32>).collect();
    let some: Option<Vec<i32>> = [Some(1), Some(2)].into_iter().collect();
    println!("{map:?} {set:?} {} {some:?}", all.is_err());
}
