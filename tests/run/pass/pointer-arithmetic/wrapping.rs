// `arith_offset` may leave the allocation and come back.
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
        let a: [u16; 2];
        let p: *const u16;
        let x: u16;
        let at_a: *const [u16; 2];
        let unit: ();
        {
            a = [5_u16, 6_u16];
            at_a = &raw const a;
            p = at_a as *const u16;
            Call(p = core::intrinsics::arith_offset(p, 1000_isize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(p = core::intrinsics::arith_offset(p, -999_isize), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            x = *p;
            Call(unit = show(x), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}
