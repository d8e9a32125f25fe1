//! Bug 4 of Dewey, Roesch, Hardekopf: "Fuzzing the Rust typechecker using CLP" (ASE 2015), table I: no number is given; not a bug, said the developers.
//! Then, a borrow of a field that a function does borrows the whole structure, where the expression in its place does not.
//!
//! kind: precision
//! 1.95: reject E0503
//! next-solver: reject E0503
//! generator: G1
//! shape: a function that returns a reference into its parameter; a call; use of another part of the argument while the result is in use

pub struct Pair {
    a: u8,
    b: u8,
}

fn a(pair: &mut Pair) -> &mut u8 {
    &mut pair.a
}

pub fn f(pair: &mut Pair) {
    let x = a(pair);
    let y = pair.b;
    *x = y;
}
