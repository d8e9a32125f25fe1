//! Bug 10 of Dewey, Roesch, Hardekopf: "Fuzzing the Rust typechecker using CLP" (ASE 2015), table I: rust-lang/rust#25110; confirmed.
//! Then, the same constraint was asked for or not, by whether the trait has the implementation's parameters as its own. Today both are accepted: `&'a A: 'a` says that `A: 'a`.
//!
//! kind: soundness
//! 1.95: accept
//! next-solver: accept
//! generator: G2
//! shape: an implementation with a bound that a reference type outlives its own lifetime; with and without these parameters in the trait

pub trait Without {}
impl<'a, A> Without for A where &'a A: 'a {}

pub trait With<'a, A> {}
impl<'a, A> With<'a, A> for A where &'a A: 'a {}
