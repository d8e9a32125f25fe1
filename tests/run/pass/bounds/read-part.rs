// A read of a part of an allocation is inside it.
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
        let a: [u8; 4];
        let p: *const u8;
        let x: u8;
        let at_a: *const [u8; 4];
        let unit: ();
        {
            a = [1_u8, 2_u8, 3_u8, 4_u8];
            at_a = &raw const a;
            p = at_a as *const u8;
            p = Offset(p, 3_usize);
            x = *p;
            Call(unit = show(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
