// A static may be read through any pointer.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub static A: i32 = 1_i32;

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let r: &'static i32;
        let p: *const i32;
        let q: *mut i32;
        let x: i32;
        let unit: ();
        {
            r = Static(A);
            p = &raw const *r;
            q = CastPtrToPtr::<_, *mut i32>(p);
            x = *q;
            Call(unit = show(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
