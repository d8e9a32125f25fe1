// An assignment of memory is from memory that does not overlap.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u32; 4];
        let e: *mut u32;
        let p: *mut [u32; 3];
        let q: *mut [u32; 3];
        let at_a: *mut [u32; 4];
        {
            a = [1_u32; 4];
            at_a = &raw mut a;
            e = at_a as *mut u32;
            p = e as *mut [u32; 3];
            e = Offset(e, 1_usize);
            q = e as *mut [u32; 3];
            *q = *p; //~ ERROR assigning between overlapping ranges
            Return()
        }
    }
}
