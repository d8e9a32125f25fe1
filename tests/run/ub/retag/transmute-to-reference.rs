// A raw pointer that is transmuted to a reference is a new borrow, which a dead one cannot have.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let r: &'static mut i32;
        let p: *mut i32;
        let s: &'static mut i32;
        {
            x = 1_i32;
            r = &mut x;
            p = &raw mut *r;
            x = 2_i32;
            s = CastTransmute::<_, &'static mut i32>(p); //~ ERROR[tree] is forbidden
            //~^ ERROR[stacked] lost its permission
            Return()
        }
    }
}
