// A static may hold another's address.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub static mut A: *const u32 = &raw const B;
pub static B: u32 = 9_u32;

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *mut *const u32;
        let q: *const u32;
        let x: u32;
        let unit: ();
        {
            p = StaticMut(A);
            q = *p;
            x = *q;
            Call(unit = show(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
