//! Bug 9 of Dewey, Roesch, Hardekopf: "Fuzzing the Rust typechecker using CLP" (ASE 2015), table I: RFC 1214; confirmed.
//! Then, a trait could be implemented for a type whose own bounds do not hold.
//!
//! kind: soundness
//! 1.95: reject E0277
//! next-solver: reject E0277
//! generator: G2
//! shape: an implementation for a structure with an argument that does not meet the parameter's bound (a negated premise: the type is well-formed)
//! reached by: traits: struct impl struct_bound/unsatisfied

pub trait Bound {}
pub struct Holder<T: Bound>(T);

pub trait Trait {}
impl Trait for Holder<bool> {}
