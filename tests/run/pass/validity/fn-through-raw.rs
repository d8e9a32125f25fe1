// A function pointer survives a raw pointer.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn seven() -> u8 {
    mir! {
        type RET = u8;
        {
            RET = 7_u8;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let f: fn() -> u8;
        let p: *const u8;
        let g: fn() -> u8;
        let x: u8;
        let unit: ();
        {
            f = const { seven as fn() -> u8 };
            p = f as *const u8;
            g = CastTransmute::<_, fn() -> u8>(p);
            Call(x = g(), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(unit = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
