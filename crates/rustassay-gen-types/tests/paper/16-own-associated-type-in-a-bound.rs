//! Bug 16 of Dewey, Roesch, Hardekopf: "Fuzzing the Rust typechecker using CLP" (ASE 2015), table I: rust-lang/rust#20220; confirmed.
//! Then, a trait whose bounds name its own associated type crashed the compiler.
//!
//! kind: crash
//! 1.95: accept
//! next-solver: accept
//! generator: G3
//! shape: a trait with an associated type that a bound of another one, of the trait, or of `where` names

pub trait Bar<T> {}

pub trait OfAnother {
    type T;
    type S: Bar<Self::T>;
}

pub trait OfTheTrait: Bar<Self::T> {
    type T;
}

pub trait OfWhere
where
    Self::T: Bar<u8>,
{
    type T;
}
