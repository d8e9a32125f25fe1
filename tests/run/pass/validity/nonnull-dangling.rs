// `NonNull` may dangle.
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
        let n: core::ptr::NonNull<u32>;
        let m: usize;
        let unit: ();
        {
            n = CastTransmute::<_, core::ptr::NonNull<u32>>(1_usize);
            m = CastTransmute::<_, usize>(n);
            Call(unit = show(m), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
