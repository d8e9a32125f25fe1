// A static that keeps a local's address beyond the call dangles.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub static mut A: *const u8 = 0_usize as *const u8;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn keep() {
    mir! {
        type RET = ();
        let x: u8;
        let p: *mut *const u8;
        {
            x = 1_u8;
            p = StaticMut(A);
            *p = &raw const x;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *mut *const u8;
        let q: *const u8;
        let x: u8;
        {
            Call(RET = keep(), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            p = StaticMut(A);
            q = *p;
            x = *q; //~ ERROR has been freed, so this pointer is dangling
            Return()
        }
    }
}
