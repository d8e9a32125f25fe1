// A tag of a variant makes a value.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub enum E {
    A = 3,
    B = 7,
}

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let e: E;
        let unit: ();
        {
            e = CastTransmute::<_, E>(7_u8);
            Call(unit = show(e), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
