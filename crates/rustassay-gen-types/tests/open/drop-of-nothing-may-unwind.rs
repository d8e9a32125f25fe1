//! rust-lang/rust#156713 (open): borrows are checked along unwind edges of drops that do nothing. To assign a variable that has no value yet drops nothing. The borrow checker takes that drop for one that may unwind, after which the new
//! value would be dropped later than what it borrows from.
//!
//! 1.95: reject E0597
//! next-solver: reject E0597
//! polonius: reject E0597
//! rules: a holder with a destructor, declared before what it borrows from, assigned, and moved away.

pub struct Noisy<T>(T);

impl<T> Drop for Noisy<T> {
    fn drop(&mut self) {}
}

pub fn f() {
    let x;
    let y = String::new();
    x = Noisy(&y);
    std::mem::forget(x);
}
