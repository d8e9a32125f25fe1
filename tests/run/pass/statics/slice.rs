// A static slice is read by its own length.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub static A: &'static [u8] = &[1_u8, 2_u8] as &'static [u8];

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let r: &'static &'static [u8];
        let s: &'static [u8];
        let i: usize;
        let x: u8;
        let unit: ();
        {
            r = Static(A);
            s = *r;
            i = 1_usize;
            x = (*s)[i];
            Call(unit = show(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
