use std::cell::{Cell, RefCell};

thread_local! {
    static COUNT: Cell<u32> = const { Cell::new(1) };
    static NAMES: RefCell<Vec<String>> = RefCell::new(vec!["a".into()]);
}

fn main() {
    COUNT.set(COUNT.get() + 1);
    NAMES.with_borrow_mut(|names| names.push("b".into()));
    println!("{} {:?}", COUNT.get(), NAMES.take());
}
