//! A reference that only leads to a place is not copied: that others have written to what it points to does not matter to it.

fn main() {
    let number = 0;
    let shared = &number;
    // A mutable reference that must not be reborrowed as one, and is not.
    let nested = unsafe { std::mem::transmute::<&&i32, &&mut i32>(&shared) };
    let again = &**nested;
    println!("{again}");

    let mut pair = (1, 2);
    let first = &raw mut pair.0;
    let outer = &&pair;
    let second = &outer.1;
    unsafe { println!("{} {second}", *first) };
}
