// Arguments arrive in order, whatever their size.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(_1: u8, _2: (u64, u64, u64), _3: f32, _4: [u8; 3], _5: ()) -> (u64, f32, u8) {
    mir! {
        type RET = (u64, f32, u8);
        let a: u64;
        let b: u64;
        let i: usize;
        let c: u8;
        {
            a = _2.2;
            b = _1 as u64;
            a = a + b;
            i = 2_usize;
            c = _4[i];
            RET = (a, _3, c);
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let r: (u64, f32, u8);
        let t: (u64, u64, u64);
        let a: [u8;
        3];
        let u: ();
        {
            t = (1_u64, 2_u64, 3_u64);
            a = [7_u8, 8_u8, 9_u8];
            u = ();
            Call(r = f(100_u8, t, 0.5_f32, a, u), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show(r), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
