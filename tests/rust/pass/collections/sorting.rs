fn main() {
    let mut words = vec!["pear", "fig", "apple", "kiwi", "date"];
    words.sort();
    println!("{words:?}");
    words.sort_by_key(|word| word.len());
    println!("{words:?}");
    let mut numbers: Vec<u32> = (0..100).map(|n| n * 7919 % 101).collect();
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    println!("{:?} {:?}", &numbers[..5], numbers.binary_search_by(|n| 50.cmp(n)));
}
