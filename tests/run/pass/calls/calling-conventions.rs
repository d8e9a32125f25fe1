// Functions of each calling convention are called by their own.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show3(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
extern "C" fn c(_1: u8, _2: (u32, f32)) -> f32 {
    mir! {
        type RET = f32;
        {
            RET = _2.1;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
extern "system" fn system(_1: i128) -> i128 {
    mir! {
        type RET = i128;
        {
            RET = _1 + 1_i128;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
extern "C-unwind" fn unwinding(_1: [u64; 3]) -> u64 {
    mir! {
        type RET = u64;
        let i: usize;
        {
            i = 2_usize;
            RET = _1[i];
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: f32;
        let b: i128;
        let d: u64;
        let t: (u32, f32);
        let s: [u64;
        3];
        let p: extern "C" fn(u8, (u32, f32)) -> f32;
        {
            t = (1_u32, 2.5_f32);
            s = [7_u64; 3];
            p = const { c as extern "C" fn(u8, (u32, f32)) -> f32 };
            Call(a = p(1_u8, t), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(b = system(-1_i128), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Call(d = unwinding(s), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Call(RET = show3(a, b, d), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Return()
        }
    }
}
