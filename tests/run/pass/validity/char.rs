// The scalar values next to the surrogates are `char`s.
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
        let c: [char; 2];
        let n: [u32; 2];
        let unit: ();
        {
            c = CastTransmute::<_, [char; 2]>(const { [55295_u32, 57344_u32] });
            n = CastTransmute::<_, [u32; 2]>(c);
            Call(unit = show(n), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
