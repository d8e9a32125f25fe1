// What is in a `ManuallyDrop` may dangle: copying one with a dead reference in it retags nothing. Miri up to April 2026 retagged it.
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
        let t: (core::mem::ManuallyDrop<&'static i32>,);
        let p: *mut (core::mem::ManuallyDrop<&'static i32>,);
        let q: *mut &'static i32;
        let s: (core::mem::ManuallyDrop<&'static i32>,);
        {
            x = 1_i32;
            r = &x;
            p = &raw mut t;
            q = CastPtrToPtr::<_, *mut &'static i32>(p);
            *q = r;
            x = 2_i32;
            s = t;
            Return()
        }
    }
}
