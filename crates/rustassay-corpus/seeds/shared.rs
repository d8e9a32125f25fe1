// Rc, Weak, RefCell and Cell: shared ownership and interior mutability.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

struct Tree {
    value: u32,
    visits: Cell<u32>,
    parent: RefCell<Weak<Tree>>,
    children: RefCell<Vec<Rc<Tree>>>,
}

fn leaf(value: u32) -> Rc<Tree> {
    Rc::new(Tree {
        value,
        visits: Cell::new(0),
        parent: RefCell::new(Weak::new()),
        children: RefCell::new(Vec::new()),
    })
}

fn adopt(parent: &Rc<Tree>, child: Rc<Tree>) {
    *child.parent.borrow_mut() = Rc::downgrade(parent);
    parent.children.borrow_mut().push(child);
}

fn sum(tree: &Tree) -> u32 {
    tree.visits.set(tree.visits.get() + 1);
    let mut total: u32 = tree.value;
    for child in tree.children.borrow().iter() {
        total += sum(child);
    }
    total
}

fn depth(tree: &Rc<Tree>) -> u32 {
    let mut count: u32 = 0;
    let mut current: Rc<Tree> = Rc::clone(tree);
    loop {
        let parent: Option<Rc<Tree>> = current.parent.borrow().upgrade();
        match parent {
            Some(parent) => current = parent,
            None => return count,
        }
        count += 1;
    }
}

fn main() {
    let root: Rc<Tree> = leaf(1);
    let middle: Rc<Tree> = leaf(20);
    let bottom: Rc<Tree> = leaf(300);
    adopt(&middle, Rc::clone(&bottom));
    adopt(&root, Rc::clone(&middle));
    let total: u32 = sum(&root) + sum(&middle);
    let deep: u32 = depth(&bottom);
    let visits: u32 = bottom.visits.get();
    println!("{total} {deep} {visits} {} {}", Rc::strong_count(&bottom), Rc::weak_count(&root));
}
