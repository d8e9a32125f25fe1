//! Bug 7 of Dewey, Roesch, Hardekopf: "Fuzzing the Rust typechecker using CLP" (ASE 2015), table I: RFC 447; confirmed.
//! Then, an implementation must use all its type parameters, where nothing but the compiler's own making asks for it.
//!
//! kind: precision
//! 1.95: reject E0207
//! next-solver: reject E0207
//! generator: G2
//! shape: an implementation with a type parameter that neither its trait nor its type has

pub trait Trait {}

impl<T> Trait for bool {}
