// An assignment of the whole resets padding that was written before.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct S {
    pub a: u8,
    pub b: u16,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: S;
        let p: *mut u8;
        let z: u8;
        let at_x: *mut S;
        {
            at_x = &raw mut x;
            p = at_x as *mut u8;
            p = Offset(p, 1_usize);
            *p = 7_u8;
            x = S { a: 1_u8, b: 2_u16 };
            z = *p; //~ ERROR[tree] encountered uninitialized memory
            //~^ ERROR[none] encountered uninitialized memory
            //~^ ERROR[stacked] lost its permission
            Return()
        }
    }
}
