// Two mutable references to a `static mut` are as bad as to a local.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

static mut COUNT: u32 = 0;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let p: *mut u32;
        let a: &'static mut u32;
        let b: &'static mut u32;
        let y: u32;
        {
            p = StaticMut(COUNT);
            a = &mut *p;
            b = &mut *p;
            *b = 1_u32;
            *a = 2_u32; //~ ERROR[tree] is disabled there
            //~^ ERROR[stacked] lost its permission
            Return()
        }
    }
}
