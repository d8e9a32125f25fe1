// Null may be moved by nothing.
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
        let p: *const u32;
        let q: *const u32;
        let b: bool;
        let unit: ();
        {
            p = const { 0_usize as *const u32 };
            q = Offset(p, 0_usize);
            b = p == q;
            Call(unit = show(b), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
