// A shared reference to what is in a cell is no cell.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let cell: core::cell::UnsafeCell<u32>;
        let r: &'static core::cell::UnsafeCell<u32>;
        let p: *mut u32;
        let s: &'static u32;
        let y: u32;
        {
            cell = CastTransmute::<_, core::cell::UnsafeCell<u32>>(1_u32);
            r = &cell;
            p = CastTransmute::<_, *mut u32>(r);
            s = &*p;
            *p = 2_u32;
            y = *s; //~ ERROR[tree] is disabled there
            //~^ ERROR[stacked] lost its permission
            Return()
        }
    }
}
