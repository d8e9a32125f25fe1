// A static that is uninitialized cannot be read as a value.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub static mut A: core::mem::MaybeUninit<u8> = core::mem::MaybeUninit::<u8>::uninit();

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *mut core::mem::MaybeUninit<u8>;
        let q: *mut u8;
        let x: u8;
        {
            p = StaticMut(A);
            q = p as *mut u8;
            x = *q; //~ ERROR encountered uninitialized memory
            Return()
        }
    }
}
