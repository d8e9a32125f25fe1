use std::cmp::Reverse;
use std::collections::BinaryHeap;

fn main() {
    let mut heap: BinaryHeap<_> = [5, 1, 8, 3].into_iter().map(Reverse).collect();
    while let Some(Reverse(n)) = heap.pop() {
        print!("{n} ");
    }
    println!();
}
