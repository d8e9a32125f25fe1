// A write to a whole struct ends the references to its fields.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S {
    pub a: u8,
    pub b: u8,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let s: S;
        let r: &'static mut u8;
        let y: u8;
        {
            s = S { a: 1_u8, b: 2_u8 };
            r = &mut s.a;
            s = S { a: 3_u8, b: 4_u8 };
            y = *r; //~ ERROR[tree] is disabled there
            //~^ ERROR[stacked] lost its permission
            Return()
        }
    }
}
