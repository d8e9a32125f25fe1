use std::cell::RefCell;
use std::rc::{Rc, Weak};

struct Node {
    value: u32,
    parent: RefCell<Weak<Node>>,
    children: RefCell<Vec<Rc<Node>>>,
}

fn main() {
    let leaf = Rc::new(Node { value: 3, parent: RefCell::default(), children: RefCell::default() });
    let root = Rc::new(Node { value: 5, parent: RefCell::default(), children: RefCell::new(vec![leaf.clone()]) });
    *leaf.parent.borrow_mut() = Rc::downgrade(&root);
    println!("{:?}", leaf.parent.borrow().upgrade().map(|parent| parent.value));
    println!("{} {}", root.children.borrow().len(), root.children.borrow()[0].value);
}
