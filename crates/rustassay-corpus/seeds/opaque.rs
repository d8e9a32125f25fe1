// Opaque types: nested, recursive through boxes, with lifetimes, of closures and iterators, in argument position.

use std::fmt::{Debug, Display};

trait Step {
    type Item;
    fn step(&mut self) -> Option<Self::Item>;
}

struct From0<I>(I);

impl<I: Iterator> Step for From0<I> {
    type Item = I::Item;
    fn step(&mut self) -> Option<I::Item> {
        self.0.next()
    }
}

fn evens(limit: u32) -> impl Iterator<Item = u32> + Clone + DoubleEndedIterator {
    (0..limit).filter(|n| n % 2 == 0)
}

fn steps(limit: u32) -> impl Step<Item = impl Display + Debug + PartialEq<u32>> {
    From0(evens(limit).map(|n| n + 1))
}

fn words<'a>(text: &'a str, least: &'a usize) -> impl Iterator<Item = &'a str> + 'a {
    text.split(' ').filter(move |word| word.len() >= *least)
}

fn maker(n: i32) -> impl Fn(i32) -> Box<dyn Fn(i32) -> i32> {
    move |a| Box::new(move |b| a * b + n)
}

fn drain(mut from: impl Step<Item = impl Display>, most: usize) -> String {
    let mut text: String = String::new();
    for _ in 0..most {
        match from.step() {
            Some(item) => text += &item.to_string(),
            None => break,
        }
    }
    text
}

fn either(left: bool) -> impl Debug {
    if left { Some(1) } else { None }
}

fn main() {
    let least: usize = 3;
    let long: Vec<&str> = words("an old word", &least).collect();
    let back: Vec<u32> = evens(7).rev().chain(evens(3)).collect();
    let text: String = drain(steps(9), 3);
    let is_one: bool = steps(1).step().map_or(false, |item| item == 1);
    let made: i32 = maker(1)(2)(3);
    println!("{long:?} {back:?} {text} {is_one} {made} {:?}", either(false));
}
