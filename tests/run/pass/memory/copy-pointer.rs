// A copy byte by byte keeps what a pointer may access.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let a: *mut i32;
        let b: *mut i32;
        let pa: *const *mut i32;
        let pb: *mut *mut i32;
        let p: *const u8;
        let q: *mut u8;
        let i: usize;
        let c: bool;
        let d: u8;
        let m: core::mem::MaybeUninit<u8>;
        let pm: *const core::mem::MaybeUninit<u8>;
        let qm: *mut core::mem::MaybeUninit<u8>;
        {
            x = 1_i32;
            a = &raw mut x;
            b = const { 0_usize as *mut i32 };
            pa = &raw const a;
            pb = &raw mut b;
            pm = CastPtrToPtr::<_, *const core::mem::MaybeUninit<u8>>(pa);
            qm = CastPtrToPtr::<_, *mut core::mem::MaybeUninit<u8>>(pb);
            i = 0_usize;
            Goto(again)
        }
        again = {
            *qm = *pm;
            pm = Offset(pm, 1_usize);
            qm = Offset(qm, 1_usize);
            i = i + 1_usize;
            c = i < 8_usize;
            match c { true => again, _ => done }
        }
        done = {
            *b = 5_i32;
            Call(RET = show(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
