// Constants may refer to constants, strings and slices.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show5(
    a: impl core::fmt::Debug,
    b: impl core::fmt::Debug,
    c: impl core::fmt::Debug,
    d: impl core::fmt::Debug,
    e: impl core::fmt::Debug,
) {
    println!("{a:?} {b:?} {c:?} {d:?} {e:?}");
}

const A: &'static (u8, u16) = &(1_u8, 2_u16);
const B: &'static str = "text";
const C: &'static [u8] = &[1_u8, 2_u8, 3_u8] as &'static [u8];
const D: &'static [u8; 2] = b"\x00\xff";

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let b: &'static str;
        let c: &'static [u8];
        let n: usize;
        let m: usize;
        let i: usize;
        let x: u8;
        let d: &'static [u8;
        2];
        let y: u8;
        {
            b = B;
            n = PtrMetadata(b);
            c = C;
            m = PtrMetadata(c);
            i = 1_usize;
            x = (*c)[i];
            d = D;
            y = (*d)[i];
            Call(RET = show5(A, n, m, x, y), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
