// A null `Option` of a reference is `None`.
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
        let r: Option<&'static u8>;
        let d: isize;
        let unit: ();
        {
            r = CastTransmute::<_, Option<&'static u8>>(0_usize);
            d = Discriminant(r);
            Call(unit = show(d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
