// A reference in a copied tuple is a new borrow, which a living one may have.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let r: &'static i32;
        let a: (i32, (&'static i32,));
        let t: (&'static i32,);
        let b: (i32, (&'static i32,));
        {
            x = 1_i32;
            r = &x;
            t = (r,);
            a = (1_i32, t);
            b = a;
            Return()
        }
    }
}
