// Elements of one array may be assigned to each other.
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
        let a: [(u8, u8, u8); 2];
        let i: usize;
        let j: usize;
        let unit: ();
        {
            a = [const { (1_u8, 2_u8, 3_u8) }, const { (4_u8, 5_u8, 6_u8) }];
            i = 1_usize;
            j = 0_usize;
            a[i] = a[j];
            Call(unit = show(a), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
