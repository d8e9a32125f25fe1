use std::collections::HashMap;

fn main() {
    let mut counts = HashMap::new();
    for word in "the cat and the dog and the bird".split(' ') {
        *counts.entry(word).or_insert(0) += 1;
    }
    let mut sorted: Vec<_> = counts.into_iter().collect();
    sorted.sort();
    println!("{sorted:?}");
}
