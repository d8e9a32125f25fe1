//! Bug 15 of Dewey, Roesch, Hardekopf: "Fuzzing the Rust typechecker using CLP" (ASE 2015), table I: rust-lang/rust#24424; confirmed.
//! Then, two bounds of one trait with different lifetimes crashed the compiler. Today they are ambiguous, which is a limit of their solver (rust-lang/rust#21974), and no crash.
//!
//! kind: crash
//! 1.95: reject E0283
//! next-solver: reject E0283
//! generator: G2
//! shape: an implementation with two bounds on one parameter, by one trait, with two lifetimes
//! reached by: solvers: beside

pub trait Trait<'a, T> {}
pub trait Bound<'a> {}

impl<'a, 'b, T> Trait<'a, T> for bool
where
    T: Bound<'a>,
    T: Bound<'b>,
{
}
