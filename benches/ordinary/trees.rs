// Trees of boxes, built and taken down by functions that call themselves.
enum Tree {
    Leaf(u64),
    Node(Box<Tree>, Box<Tree>),
}

fn build(depth: u32, number: u64) -> Tree {
    match depth {
        0 => Tree::Leaf(number),
        _ => Tree::Node(Box::new(build(depth - 1, number * 2)), Box::new(build(depth - 1, number * 2 + 1))),
    }
}

fn sum(tree: &Tree) -> u64 {
    match tree {
        Tree::Leaf(number) => *number,
        Tree::Node(left, right) => sum(left).wrapping_add(sum(right)),
    }
}

fn main() {
    let total = (0..8).map(|round| sum(&build(11, round))).fold(0, u64::wrapping_add);
    println!("{total}");
}
