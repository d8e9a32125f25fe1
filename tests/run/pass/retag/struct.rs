// A reference in a copied struct is a new borrow, which a living one may have.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub struct Pair {
    pub n: i32,
    pub r: &'static i32,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let r: &'static i32;
        let a: Pair;
        let b: Pair;
        {
            x = 1_i32;
            r = &x;
            a = Pair { n: 1_i32, r: r };
            b = a;
            Return()
        }
    }
}
