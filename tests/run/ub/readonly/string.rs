// A string literal cannot be written.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let s: &'static str;
        let p: *const str;
        let q: *mut u8;
        {
            s = "text";
            p = &raw const *s;
            q = CastPtrToPtr::<_, *mut u8>(p);
            *q = 0_u8; //~ ERROR which is read-only
            Return()
        }
    }
}
