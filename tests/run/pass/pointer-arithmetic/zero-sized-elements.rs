// A pointer to a zero-sized type may be moved by any count.
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
        let p: *const ();
        let q: *const ();
        let b: bool;
        let unit: ();
        {
            p = const { 8_usize as *const () };
            q = Offset(p, 1000_usize);
            b = p == q;
            Call(unit = show(b), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
