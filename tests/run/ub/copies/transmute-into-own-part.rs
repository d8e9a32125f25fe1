// What is transmuted as memory is not part of where it goes.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u16; 2];
        let b: ([u16; 2], u32);
        let p: *mut u32;
        let q: *mut [u16; 2];
        {
            a = [1_u16; 2];
            b = (a, 7_u32);
            q = &raw mut b.0;
            p = q as *mut u32;
            *p = CastTransmute::<_, u32>(b.0); //~ ERROR assigning between overlapping ranges
            Return()
        }
    }
}
