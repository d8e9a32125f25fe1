//! Bug 1 of Dewey, Roesch, Hardekopf: "Fuzzing the Rust typechecker using CLP" (ASE 2015), table I: no number is given; what NLL (RFC 2094) later changed fits the description.
//! Then, what is known of a variable was forgotten around blocks: a borrow lasted to the end of the block that it was in.
//!
//! kind: precision
//! 1.95: accept
//! next-solver: accept
//! generator: G1
//! shape: borrow of a local; use of the reference; assignment to the local after the last use

pub fn f() -> u8 {
    let mut x = 1;
    let r = &mut x;
    *r = 2;
    x += 1;
    {
        let r = &x;
        let _y = *r;
    }
    x
}
