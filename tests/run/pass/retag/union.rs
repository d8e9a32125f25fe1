// A union holds bytes: copying one with a dead reference in it retags nothing.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub union Any {
    pub r: &'static i32,
    pub n: usize,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let r: &'static i32;
        let a: Any;
        let b: Any;
        {
            x = 1_i32;
            r = &x;
            a = Any { r: r };
            x = 2_i32;
            b = a;
            Return()
        }
    }
}
