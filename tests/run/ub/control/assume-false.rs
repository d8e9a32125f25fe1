// `Assume` promises that its operand is true.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let less: bool;
        {
            x = 5_i32;
            less = x < 4_i32;
            Assume(less); //~ ERROR `assume` called with `false`
            Return()
        }
    }
}
