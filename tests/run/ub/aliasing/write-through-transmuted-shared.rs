// What is transmuted into a shared reference is one: nothing is written through it, whatever it was before.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let p: *mut i32;
        let r: &'static i32;
        {
            x = 1;
            p = &raw mut x;
            *p = 2;
            r = CastTransmute::<_, &'static i32>(p);
            *r = 3; //~ ERROR[tree] write
            //~^ ERROR[stacked] write
            Return()
        }
    }
}
