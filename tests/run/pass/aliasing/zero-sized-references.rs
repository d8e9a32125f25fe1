// References to nothing are in nobody's way.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: ();
        let a: &'static mut ();
        let b: &'static mut ();
        {
            x = ();
            a = &mut x;
            b = &mut x;
            *a = ();
            *b = ();
            Return()
        }
    }
}
