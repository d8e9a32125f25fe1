use std::cell::{Cell, OnceCell, RefCell};

fn main() {
    let cell = Cell::new(1);
    let (a, b) = (&cell, &cell);
    a.set(b.get() + 1);
    println!("{} {}", b.replace(7), cell.into_inner());
    let shared = RefCell::new(vec![1]);
    shared.borrow_mut().push(2);
    println!("{:?} {}", shared.borrow(), shared.try_borrow_mut().is_ok());
    println!("{}", OnceCell::new().get_or_init(|| 5));
}
