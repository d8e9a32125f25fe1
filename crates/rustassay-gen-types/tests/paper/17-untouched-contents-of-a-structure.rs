//! Bug 17 of Dewey, Roesch, Hardekopf: "Fuzzing the Rust typechecker using CLP" (ASE 2015), table I: the RFC on variance (738); confirmed.
//! Then, what a structure holds decides what lifetimes it may be given, also where nobody touches it. That is variance: today it is so, and said.
//!
//! kind: miscellaneous
//! 1.95: reject
//! next-solver: reject
//! generator: G1
//! shape: a structure with a lifetime in an invariant place; the structure where another lifetime is wanted
//! reached by: variance: structure cell conversion/direction

use std::cell::Cell;

pub struct Holder<'a> {
    pub touched: u8,
    pub untouched: Cell<Option<&'a u8>>,
}

pub fn f<'a, 'b: 'a>(holder: Holder<'b>) -> Holder<'a> {
    holder
}
