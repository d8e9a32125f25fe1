// A null pointer may be made, copied and compared.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show3(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let n: usize;
        let p: *const u8;
        let q: *const u8;
        let a: bool;
        let m: usize;
        let x: u8;
        let b: bool;
        {
            n = 0_usize;
            p = n as *const u8;
            q = p;
            a = p == q;
            m = q as usize;
            q = &raw const x;
            b = p == q;
            Call(RET = show3(a, m, b), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
