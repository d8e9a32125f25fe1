// Mutable references to parts of an array must not overlap.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: [u8; 4];
        let whole: *mut [u8; 4];
        let first: *mut u8;
        let second: *mut u8;
        let low: &'static mut [u8; 2];
        let high: &'static mut [u8; 2];
        let p: *mut [u8; 2];
        let i: usize;
        let y: u8;
        {
            a = [1_u8, 2_u8, 3_u8, 4_u8];
            whole = &raw mut a;
            first = CastPtrToPtr::<_, *mut u8>(whole);
            second = Offset(first, 1_isize);
            p = CastPtrToPtr::<_, *mut [u8; 2]>(first);
            low = &mut *p;
            p = CastPtrToPtr::<_, *mut [u8; 2]>(second);
            high = &mut *p;
            i = 0_usize;
            (*high)[i] = 5_u8;
            i = 1_usize;
            y = (*low)[i]; //~ ERROR[tree] is disabled there
            //~^ ERROR[stacked] lost its permission
            Return()
        }
    }
}
