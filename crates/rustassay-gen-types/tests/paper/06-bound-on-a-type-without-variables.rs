//! Bug 6 of Dewey, Roesch, Hardekopf: "Fuzzing the Rust typechecker using CLP" (ASE 2015), table I: no number is given; confirmed; see rust-lang/rust#48214 (RFC 2056).
//! Then, a bound on a type variable is assumed in the item that has it, one on any other type must hold at once.
//!
//! kind: precision
//! 1.95: reject E0277
//! next-solver: reject E0277
//! generator: G2
//! shape: a bound on a type without parameters that no implementation meets
//! reached by: traits: by_where_clause call/unsatisfied

pub trait Trait {}

pub fn assumed<T>()
where
    T: Trait,
{
}

pub fn proven()
where
    bool: Trait,
{
}
