// Generic types and functions, bounds in both places.

use std::fmt::Debug;

#[derive(Debug, Clone, PartialEq)]
struct Pair<A, B> {
    first: A,
    second: B,
}

impl<A: Clone, B: Clone> Pair<A, B> {
    fn new(first: A, second: B) -> Self {
        Pair { first, second }
    }

    fn swapped(&self) -> Pair<B, A> {
        Pair { first: self.second.clone(), second: self.first.clone() }
    }
}

fn largest<T>(items: &[T]) -> Option<&T>
where
    T: PartialOrd,
{
    let mut best = items.first()?;
    for item in items {
        if item > best {
            best = item;
        }
    }
    Some(best)
}

fn show<T: Debug>(value: &T) -> usize {
    let text: String = format!("{value:?}");
    text.len()
}

fn twice<T, F: Fn(T) -> T>(value: T, function: F) -> T {
    let once: T = function(value);
    function(once)
}

fn main() {
    let pair: Pair<i32, char> = Pair::new(7, 'x');
    let back: Pair<char, i32> = pair.swapped();
    let length: usize = show(&back);
    let best: Option<&i32> = largest(&[3, 9, 4]);
    let number: i32 = twice(5, |n| n * 3 + 1);
    println!("{pair:?} {back:?} {length} {best:?} {number}");
    println!("{:?}", largest::<u8>(&[]));
}
