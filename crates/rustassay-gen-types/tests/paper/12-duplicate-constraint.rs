//! Bug 12 of Dewey, Roesch, Hardekopf: "Fuzzing the Rust typechecker using CLP" (ASE 2015), table I: rust-lang/rust#18693; confirmed and mended.
//! Then, `T: A + A` was an error, `where T: A, T: A` was not.
//!
//! kind: consistency
//! 1.95: accept
//! next-solver: accept
//! generator: G3
//! shape: a bound that is repeated: beside the parameter, and in the `where` clause (a rewriting)
//! reached by: solvers: single repeat

pub trait A {}

pub fn beside<T: A + A>() {}
pub fn after<T>()
where
    T: A,
    T: A,
{
}
