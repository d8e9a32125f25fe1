// Stacked Borrows bounds a reference to the bytes of its type.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: [u8; 2];
        let i: usize;
        let r: &'static mut u8;
        let p: *mut u8;
        let q: *mut u8;
        {
            a = [1_u8, 2_u8];
            i = 0_usize;
            r = &mut a[i];
            p = &raw mut *r;
            q = Offset(p, 1_isize);
            *q = 3_u8; //~ ERROR[stacked] has no permission for this byte and never had one
            Return()
        }
    }
}
