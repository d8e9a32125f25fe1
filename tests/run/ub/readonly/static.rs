// A static that is not `mut` cannot be written.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub static A: i32 = 1_i32;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let r: &'static i32;
        let p: *const i32;
        let q: *mut i32;
        {
            r = Static(A);
            p = &raw const *r;
            q = CastPtrToPtr::<_, *mut i32>(p);
            *q = 2_i32; //~ ERROR which is read-only
            Return()
        }
    }
}
