// What was written to a static is read as its type.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub static mut A: bool = true;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *mut bool;
        let q: *mut u8;
        let x: bool;
        {
            p = StaticMut(A);
            q = p as *mut u8;
            *q = 2_u8;
            x = *p; //~ ERROR encountered 0x02, but expected a boolean
            Return()
        }
    }
}
