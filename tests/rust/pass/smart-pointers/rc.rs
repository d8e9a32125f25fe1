use std::rc::{Rc, Weak};

fn main() {
    let strong = Rc::new(String::from("shared"));
    let weak: Weak<String> = Rc::downgrade(&strong);
    let other = Rc::clone(&strong);
    println!("{} {} {}", Rc::strong_count(&strong), Rc::weak_count(&strong), weak.upgrade().is_some());
    drop((strong, other));
    println!("{}", weak.upgrade().is_none());
}
