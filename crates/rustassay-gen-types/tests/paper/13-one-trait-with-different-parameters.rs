//! Bug 13 of Dewey, Roesch, Hardekopf: "Fuzzing the Rust typechecker using CLP" (ASE 2015), table I: rust-lang/rust#22279; confirmed and mended.
//! Then, `T: A<i8> + A<u8>` was taken for a repetition.
//!
//! kind: consistency
//! 1.95: accept
//! next-solver: accept
//! generator: G3
//! shape: two bounds by one trait with different arguments: beside the parameter, and in the `where` clause (a rewriting)

pub trait A<T> {}

pub fn beside<T: A<i8> + A<u8>>() {}
pub fn after<T>()
where
    T: A<i8>,
    T: A<u8>,
{
}
