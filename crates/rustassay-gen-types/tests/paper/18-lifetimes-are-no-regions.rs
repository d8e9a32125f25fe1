//! Bug 18 of Dewey, Roesch, Hardekopf: "Fuzzing the Rust typechecker using CLP" (ASE 2015), table I: no number is given; confirmed.
//! Then, one lifetime stands for data of different regions: a call shortens all to what they have in common.
//!
//! kind: miscellaneous
//! 1.95: accept
//! next-solver: accept
//! generator: G1
//! shape: a function with one lifetime in two parameters; a call with data of different scopes
//! reached by: functions: scopes call

pub fn first<'a>(x: &'a u8, _y: &'a u8) -> &'a u8 {
    x
}

pub fn f() -> u8 {
    let a = 1;
    let r;
    {
        let b = 2;
        r = *first(&a, &b);
    }
    r
}
