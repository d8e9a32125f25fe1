// An untyped copy retags nothing: a dead reference is copied as bytes.
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
        let s: &'static i32;
        let p: *const &'static i32;
        let q: *mut &'static i32;
        {
            x = 1_i32;
            r = &x;
            p = &raw const r;
            q = &raw mut s;
            x = 2_i32;
            Call(RET = core::intrinsics::copy_nonoverlapping(p, q, 1_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
