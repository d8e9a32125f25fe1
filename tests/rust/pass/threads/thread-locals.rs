use std::cell::{Cell, RefCell};
use std::thread;

struct Loud(&'static str);

impl Drop for Loud {
    fn drop(&mut self) {
        println!("dropped by {:?}: {}", thread::current().name(), self.0);
    }
}

thread_local! {
    static COUNT: Cell<u32> = const { Cell::new(3) };
    static NAMES: RefCell<Vec<&'static str>> = RefCell::new(Vec::new());
    static LOUD: RefCell<Option<Loud>> = const { RefCell::new(None) };
}

fn main() {
    COUNT.set(4);
    NAMES.with_borrow_mut(|names| names.push("main"));
    let other = thread::Builder::new().name("other".into()).spawn(|| {
        NAMES.with_borrow_mut(|names| names.push("other"));
        LOUD.set(Some(Loud("its own")));
        let count = COUNT.replace(9);
        (count, NAMES.take())
    });
    println!("{:?}", other.unwrap().join().unwrap());
    println!("{} {:?}", COUNT.get(), NAMES.take());
    LOUD.set(Some(Loud("the last")));
}
