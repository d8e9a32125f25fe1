// A function cannot be written.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let g: fn();
        let p: *mut u8;
        {
            g = const { f as fn() };
            p = g as *mut u8;
            *p = 0_u8; //~ ERROR which is a function and holds no data
            Return()
        }
    }
}
