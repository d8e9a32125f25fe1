//! Bug 14 of Dewey, Roesch, Hardekopf: "Fuzzing the Rust typechecker using CLP" (ASE 2015), table I: RFC 809; confirmed.
//! Then, `box ()` could not be parsed. The syntax is gone: what stands in its place can.
//!
//! kind: parser
//! 1.95: accept
//! next-solver: accept
//! generator: G1
//! shape: a box of the unit value

pub fn f() -> Box<()> {
    Box::new(())
}
