//! Bug 2 of Dewey, Roesch, Hardekopf: "Fuzzing the Rust typechecker using CLP" (ASE 2015), table I: no number is given; not a bug, said the developers.
//! Then, a call that gets `&mut &'a u8` and `&'a bool` was taken to store the one in the other, which no program can.
//!
//! kind: precision
//! 1.95: reject E0597
//! next-solver: reject E0597
//! generator: G1
//! shape: a function with one lifetime in two parameters, of them one behind `&mut`; a call with data of different scopes
//! reached by: functions: scopes call

fn call<'a>(_x: &mut &'a u8, _y: &'a bool) {}

pub fn f() {
    let n = 1;
    let mut x = &n;
    {
        let b = true;
        call(&mut x, &b);
    }
    let _z = *x;
}
