//! What `Box::into_raw` gives is a raw pointer like any other: it may be used in turn with a reference to a cell that was made from it.

use std::cell::Cell;

fn main() {
    let raw = Box::into_raw(Box::new(Cell::new(1)));
    unsafe {
        let cell = &*raw;
        *raw.cast::<i32>() = 2;
        cell.set(cell.get() + 1);
        println!("{}", cell.get());
        drop(Box::from_raw(raw));
    }
}
