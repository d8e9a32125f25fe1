// An untyped copy keeps padding.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
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
        let n: u32;
        let m: u32;
        let p: *const S;
        let q: *mut S;
        let at_n: *const u32;
        let at_m: *mut u32;
        let unit: ();
        {
            n = 258_u32;
            at_n = &raw const n;
            p = at_n as *const S;
            at_m = &raw mut m;
            q = at_m as *mut S;
            Call(unit = core::intrinsics::copy_nonoverlapping(p, q, 1_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(unit = show(m), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
