// Padding is memory, and keeps what is written there.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(C)]
pub struct S {
    pub a: u8,
    pub b: u16,
}

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: S;
        let p: *mut u8;
        let z: u8;
        let at_x: *mut S;
        let unit: ();
        {
            x.a = 1_u8;
            x.b = 2_u16;
            at_x = &raw mut x;
            p = at_x as *mut u8;
            p = Offset(p, 1_usize);
            *p = 7_u8;
            z = *p;
            Call(unit = show(z), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
