// A raw pointer that was made from a shared reference is for reading only.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let r: &'static i32;
        let p: *const i32;
        let q: *mut i32;
        {
            x = 1_i32;
            r = &x;
            p = &raw const *r;
            q = CastPtrToPtr::<_, *mut i32>(p);
            *q = 2_i32; //~ ERROR[tree] is frozen, for reading only there
            //~^ ERROR[stacked] may only read this byte
            Return()
        }
    }
}
