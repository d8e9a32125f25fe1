//! Bug 3 of Dewey, Roesch, Hardekopf: "Fuzzing the Rust typechecker using CLP" (ASE 2015), table I: no number is given; not a bug, said the developers.
//! Then, two lifetimes that bound each other are one, so that data must outlive both uses.
//!
//! kind: precision
//! 1.95: reject E0597
//! next-solver: reject E0597
//! generator: G1
//! shape: a function with `'a: 'b, 'b: 'a`; a call with data of different scopes
//! reached by: functions: scopes call

fn same<'a: 'b, 'b: 'a>(_x: &mut &'a u8, _y: &mut &'b u8) {}

pub fn f() {
    let n = 1;
    let mut x = &n;
    {
        let m = 2;
        let mut y = &m;
        same(&mut x, &mut y);
    }
    let _z = *x;
}
