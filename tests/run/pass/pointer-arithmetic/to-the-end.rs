// A pointer may be moved to its allocation's end, and back.
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
        let q: *const u16;
        let x: u16;
        let at_a: *const [u16; 2];
        let unit: ();
        {
            a = [5_u16, 6_u16];
            at_a = &raw const a;
            p = at_a as *const u16;
            q = Offset(p, 2_usize);
            q = Offset(q, -2_isize);
            x = *q;
            Call(unit = show(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
