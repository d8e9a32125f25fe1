// Two shared references to one cell may both write it.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let cell: core::cell::Cell<u32>;
        let a: &'static core::cell::Cell<u32>;
        let b: &'static core::cell::Cell<u32>;
        let p: *mut u32;
        let q: *mut u32;
        let y: u32;
        {
            cell = CastTransmute::<_, core::cell::Cell<u32>>(1_u32);
            a = &cell;
            b = &cell;
            p = CastTransmute::<_, *mut u32>(a);
            q = CastTransmute::<_, *mut u32>(b);
            *p = 2_u32;
            *q = 3_u32;
            y = *p;
            Return()
        }
    }
}
