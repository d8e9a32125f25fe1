// Padding is lost in every element.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: [(u8, u16); 2];
        let y: [(u8, u16); 2];
        let n: u64;
        let m: u64;
        {
            n = 0_u64;
            x = CastTransmute::<_, [(u8, u16); 2]>(n);
            y = x;
            m = CastTransmute::<_, u64>(y);
            //~^ ERROR encountered uninitialized memory, but expected an integer `u64`
            Return()
        }
    }
}
