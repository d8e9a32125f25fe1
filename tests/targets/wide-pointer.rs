// A wide pointer is an address and a length of the same width.
//@ on 64-bit: 3 16 30
//@ on 32-bit: 3 8 30
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?}");
}

#[repr(C)]
#[derive(Clone, Copy)]
union Wide {
    pointer: *const [u8],
    words: [usize; 2],
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: [u8; 3];
        let p: *const [u8; 3];
        let q: *const [u8];
        let w: Wide;
        let pw: *const Wide;
        let pn: *const usize;
        let pm: *const usize;
        let n: usize;
        let s: usize;
        let i: usize;
        let b: u8;
        {
            x = [10_u8, 20_u8, 30_u8];
            p = &raw const x;
            q = CastUnsize::<_, *const [u8]>(p);
            w = Wide { pointer: q };
            pw = &raw const w;
            pn = pw as *const usize;
            pm = Offset(pn, 1_usize);
            n = *pm;
            i = 2_usize;
            b = (*q)[i];
            Call(s = core::intrinsics::size_of_val(pw), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(RET = show(n, s, b), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
