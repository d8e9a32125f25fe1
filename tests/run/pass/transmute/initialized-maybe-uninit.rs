// A `MaybeUninit` that was written becomes its value.
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
        let x: core::mem::MaybeUninit<u16>;
        let y: u16;
        let p: *mut u16;
        let at_x: *mut core::mem::MaybeUninit<u16>;
        let unit: ();
        {
            at_x = &raw mut x;
            p = at_x as *mut u16;
            *p = 300_u16;
            y = CastTransmute::<_, u16>(x);
            Call(unit = show(y), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
