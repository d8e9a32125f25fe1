// A pointer in a `MaybeUninit` of an integer stays a pointer.
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
        let x: u8;
        let p: *const u8;
        let m: core::mem::MaybeUninit<usize>;
        let n: core::mem::MaybeUninit<usize>;
        let q: *const u8;
        let y: u8;
        let unit: ();
        {
            x = 3_u8;
            p = &raw const x;
            m = CastTransmute::<_, core::mem::MaybeUninit<usize>>(p);
            n = m;
            q = CastTransmute::<_, *const u8>(n);
            y = *q;
            Call(unit = show(y), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
