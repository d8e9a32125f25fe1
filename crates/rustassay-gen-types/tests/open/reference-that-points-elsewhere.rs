//! A reference that was made through another, and then points elsewhere, keeps the loan of the other alive: the type of a variable has
//! one lifetime at all places. A borrow checker that is sensitive to locations knows better.
//!
//! 1.95: reject E0499
//! next-solver: reject E0499
//! polonius: accept
//! rules: a reborrow; its reference assigned; uses of both, and of the place, after that.

pub fn look(_: &u8) {}

pub fn touch(_: &mut u8) {}

pub fn f(mut a: u8, b: u8) {
    let x = &mut a;
    let mut y = &*x;
    look(y);
    y = &b;
    touch(x);
    touch(&mut a);
    look(y);
}
