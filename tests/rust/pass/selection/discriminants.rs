use std::num::{NonZeroI8, NonZeroU32};

const BASE: isize = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i16)]
enum Level {
    Low = -5,
    Next,
    High = (BASE * 3) as i16,
    Top,
}

enum Tree {
    Leaf,
    Node(Box<Tree>, Option<NonZeroU32>),
}

fn depth(tree: &Tree) -> u32 {
    match tree {
        Tree::Leaf => 0,
        Tree::Node(inner, weight) => depth(inner) + weight.map_or(1, NonZeroU32::get),
    }
}

fn main() {
    println!("{} {} {} {}", Level::Low as i16, Level::Next as i32, Level::High as u8, Level::Top as i64);
    println!("{:?} {}", Level::Low.max(Level::Top), std::mem::discriminant(&Level::Low) == std::mem::discriminant(&Level::Low));
    let tree = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf), None)), NonZeroU32::new(41));
    println!("{} {}", depth(&tree), size_of::<Tree>());
    println!("{:?} {:?} {}", NonZeroI8::new(-1), NonZeroI8::new(0), size_of::<Option<NonZeroI8>>());
    println!("{} {}", size_of::<Option<Option<bool>>>(), size_of::<Option<char>>());
}
