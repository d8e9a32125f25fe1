// impl Trait in both positions, dyn with generics, returned iterators.

use std::fmt::Display;

fn evens(limit: u32) -> impl Iterator<Item = u32> + Clone {
    (0..limit).filter(|n| n % 2 == 0)
}

fn join(items: impl IntoIterator<Item = impl Display>, with: &str) -> String {
    let mut text: String = String::new();
    for item in items {
        if !text.is_empty() {
            text.push_str(with);
        }
        text.push_str(&item.to_string());
    }
    text
}

fn words<'a>(text: &'a str, shorter_than: usize) -> impl Iterator<Item = &'a str> + 'a {
    text.split(' ').filter(move |word| word.len() < shorter_than)
}

fn pick(reverse: bool) -> Box<dyn Iterator<Item = u8>> {
    if reverse { Box::new((1..4).rev()) } else { Box::new(1..4) }
}

fn total(numbers: &mut dyn Iterator<Item = u32>) -> u32 {
    let mut sum: u32 = 0;
    for number in numbers {
        sum += number;
    }
    sum
}

fn main() {
    let numbers = evens(9);
    let text: String = join(numbers.clone(), "-");
    let sum: u32 = total(&mut numbers.skip(1));
    let short: String = join(words("a bird in the hand", 4), "|");
    let forward: String = join(pick(false), "");
    let backward: String = join(pick(true), "");
    println!("{text} {sum} {short} {forward} {backward}");
}
