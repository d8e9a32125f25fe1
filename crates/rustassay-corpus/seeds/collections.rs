// Ordered maps and sets, deques, heaps, entries.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};

fn frequencies(text: &str) -> BTreeMap<char, u32> {
    let mut counts: BTreeMap<char, u32> = BTreeMap::new();
    for character in text.chars() {
        *counts.entry(character).or_insert(0) += 1;
    }
    counts
}

fn breadth_first(edges: &[(u32, u32)], start: u32) -> Vec<u32> {
    let mut seen: BTreeSet<u32> = BTreeSet::new();
    let mut waiting: VecDeque<u32> = VecDeque::new();
    let mut order: Vec<u32> = Vec::new();
    waiting.push_back(start);
    seen.insert(start);
    while let Some(node) = waiting.pop_front() {
        order.push(node);
        for &(from, to) in edges {
            if from == node && seen.insert(to) {
                waiting.push_back(to);
            }
        }
    }
    order
}

fn largest(items: &[i32], count: usize) -> Vec<i32> {
    let mut heap: BinaryHeap<i32> = BinaryHeap::new();
    for &item in items {
        heap.push(item);
    }
    let mut result: Vec<i32> = Vec::new();
    for _ in 0..count {
        if let Some(item) = heap.pop() {
            result.push(item);
        }
    }
    result
}

fn main() {
    let counts: BTreeMap<char, u32> = frequencies("mississippi");
    let most: u32 = counts.values().copied().max().unwrap_or(0);
    let order: Vec<u32> = breadth_first(&[(1, 2), (1, 3), (2, 4), (3, 4), (4, 5)], 1);
    let best: Vec<i32> = largest(&[4, 9, -3, 9, 1], 3);
    let letters: usize = counts.len();
    println!("{counts:?} {most} {order:?} {best:?} {letters}");
}
