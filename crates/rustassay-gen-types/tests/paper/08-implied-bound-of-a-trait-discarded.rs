//! Bug 8 of Dewey, Roesch, Hardekopf: "Fuzzing the Rust typechecker using CLP" (ASE 2015), table I: implied bounds; confirmed; see rust-lang/rust#20671.
//! Then, what a trait's own `where` says of its parameters does not follow from a bound by the trait.
//!
//! kind: precision
//! 1.95: reject E0277
//! next-solver: reject E0277
//! generator: G4
//! shape: a trait with a bound on its parameter; a bound by that trait; use of the parameter's bound
//! reached by: implied: repeated/missing

pub trait Bound {}
pub trait Trait<T>
where
    T: Bound,
{
}

fn need<T: Bound>() {}

pub fn f<T, U>()
where
    U: Trait<T>,
{
    need::<T>()
}
