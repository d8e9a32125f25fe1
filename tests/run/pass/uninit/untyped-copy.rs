// An untyped copy may copy what is uninitialized.
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
        let x: [u8; 2];
        let y: [u8; 2];
        let z: u8;
        let i: usize;
        let p: *const [u8; 2];
        let q: *mut [u8; 2];
        let unit: ();
        {
            i = 1_usize;
            x[i] = 7_u8;
            p = &raw const x;
            q = &raw mut y;
            Call(unit = core::intrinsics::copy_nonoverlapping(p, q, 1_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            z = y[i];
            Call(unit = show(z), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
