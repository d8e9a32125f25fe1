use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

fn main() {
    let edges = [(0, 1, 4), (0, 2, 1), (2, 1, 2), (1, 3, 5), (2, 3, 8)];
    let mut graph: BTreeMap<u32, Vec<(u32, u32)>> = BTreeMap::new();
    for (from, to, cost) in edges {
        graph.entry(from).or_default().push((to, cost));
    }
    let mut best = BTreeMap::from([(0, 0)]);
    let mut queue = BinaryHeap::from([Reverse((0, 0))]);
    while let Some(Reverse((cost, node))) = queue.pop() {
        for &(next, step) in graph.get(&node).into_iter().flatten() {
            let total = cost + step;
            if best.get(&next).is_none_or(|&known| total < known) {
                best.insert(next, total);
                queue.push(Reverse((total, next)));
            }
        }
    }
    println!("{best:?}");
}
