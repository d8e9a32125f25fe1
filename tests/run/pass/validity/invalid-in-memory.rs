// Memory may hold anything; only a typed read looks.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let p: *mut bool;
        let q: *mut bool;
        let at_x: *mut u8;
        let unit: ();
        {
            x = 2_u8;
            at_x = &raw mut x;
            p = at_x as *mut bool;
            q = &raw mut *p;
            *q = true;
            Call(unit = show(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
