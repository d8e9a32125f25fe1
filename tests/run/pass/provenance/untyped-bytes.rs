// An untyped copy of a pointer, byte by byte, is a pointer.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let p: *const u8;
        let q: *const u8;
        let f: *const core::mem::MaybeUninit<u8>;
        let t: *mut core::mem::MaybeUninit<u8>;
        let i: usize;
        let b: bool;
        let y: u8;
        let at_p: *const *const u8;
        let at_q: *mut *const u8;
        let unit: ();
        {
            x = 3_u8;
            p = &raw const x;
            at_p = &raw const p;
            f = at_p as *const core::mem::MaybeUninit<u8>;
            at_q = &raw mut q;
            t = at_q as *mut core::mem::MaybeUninit<u8>;
            i = 0_usize;
            Goto(step)
        }
            step = {
            *t = *f;
            f = Offset(f, 1_usize);
            t = Offset(t, 1_usize);
            i = i + 1_usize;
            b = i < 8_usize;
            match b { true => step, _ => end }
        }
            end = {
            y = *q;
            Call(unit = show(y), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
