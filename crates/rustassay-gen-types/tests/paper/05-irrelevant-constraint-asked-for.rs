//! Bug 5 of Dewey, Roesch, Hardekopf: "Fuzzing the Rust typechecker using CLP" (ASE 2015), table I: no number is given; confirmed.
//! Then, a bound that says nothing about the parameter was rejected for want of another: here `T: 'a`, which holds wherever the bound can.
//!
//! kind: precision
//! 1.95: reject E0309
//! next-solver: reject E0309
//! generator: G2
//! shape: a bound on an applied structure with a lifetime and a type parameter; no bound on the parameter

pub trait Trait<'a, T> {}
pub struct Holder<'a, T>(&'a T);

pub fn f<'a, T>()
where
    Holder<'a, T>: Trait<'a, T>,
{
}
