// A reference must not reach bytes beside its own that others have written since.
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
        let j: usize;
        let r: &'static mut u8;
        let p: *mut u8;
        let q: *mut u8;
        let y: u8;
        {
            a = [1_u8, 2_u8];
            i = 0_usize;
            j = 1_usize;
            r = &mut a[i];
            p = &raw mut *r;
            q = Offset(p, 1_isize);
            a[j] = 3_u8;
            y = *q; //~ ERROR[tree] is disabled there
            //~^ ERROR[stacked] has no permission for this byte and never had one
            Return()
        }
    }
}
