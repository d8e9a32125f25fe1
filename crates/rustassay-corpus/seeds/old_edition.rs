//@ edition: 2018
// The edition of 2018: what later editions say otherwise.

use std::collections::BTreeMap;
use std::convert::TryFrom;

trait Visitor {
    fn visit(&mut self, number: i64);
}

struct Summing {
    sum: i64,
    seen: BTreeMap<i64, u32>,
}

impl Visitor for Summing {
    fn visit(&mut self, number: i64) {
        self.sum += number;
        *self.seen.entry(number).or_insert(0) += 1;
    }
}

fn walk(visitor: &mut dyn Visitor, numbers: &[i64]) -> usize {
    let mut count: usize = 0;
    for number in numbers.iter() {
        visitor.visit(*number);
        count += 1;
    }
    count
}

fn narrow(number: i64) -> i8 {
    match i8::try_from(number) {
        Ok(small) => small,
        Err(_) => -1,
    }
}

fn array_sum(items: [i32; 3]) -> i32 {
    let mut sum: i32 = 0;
    for item in items.iter() {
        sum += item;
    }
    sum
}

fn main() {
    let mut visitor: Summing = Summing { sum: 0, seen: BTreeMap::new() };
    let count: usize = walk(&mut visitor, &[5, 5, -3]);
    let small: i8 = narrow(visitor.sum);
    let large: i8 = narrow(70_000);
    let sum: i32 = array_sum([1, 2, 3]);
    println!("{} {} {} {} {:?} {}", count, small, large, visitor.sum, visitor.seen, sum);
}
