//! Bug 11 of Dewey, Roesch, Hardekopf: "Fuzzing the Rust typechecker using CLP" (ASE 2015), table I: rust-lang/rust#24011; confirmed.
//! Then, the types of methods' parameters were believed to be well-formed until someone called the method.
//!
//! kind: soundness
//! 1.95: reject E0277
//! next-solver: reject E0277
//! generator: G4
//! shape: a method with a parameter of a structure whose argument does not meet the bound (a negated premise: the type is well-formed)
//! reached by: traits: struct function struct_bound/unsatisfied

pub trait Bound {}
pub struct Holder<T: Bound>(T);

pub trait Trait {
    fn method(&self, holder: Holder<u8>);
}

pub struct Own;
impl Own {
    pub fn method(&self, _holder: Holder<u8>) {}
}
