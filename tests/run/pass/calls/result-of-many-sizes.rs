// Results of every size come back whole.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show4(
    a: impl core::fmt::Debug,
    b: impl core::fmt::Debug,
    c: impl core::fmt::Debug,
    d: impl core::fmt::Debug,
) {
    println!("{a:?} {b:?} {c:?} {d:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn three() -> [u8; 3] {
    mir! {
        type RET = [u8; 3];
        {
            RET = [1_u8, 2_u8, 3_u8];
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn big() -> [u64; 5] {
    mir! {
        type RET = [u64; 5];
        {
            RET = [7_u64; 5];
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn mixed() -> (f32, u64, bool) {
    mir! {
        type RET = (f32, u64, bool);
        {
            RET = (0.5_f32, 1_u64, true);
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn wide() -> &'static str {
    mir! {
        type RET = &'static str;
        {
            RET = "text";
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: [u8;
        3];
        let b: [u64;
        5];
        let c: (f32, u64, bool);
        let d: &'static str;
        {
            Call(a = three(), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(b = big(), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Call(c = mixed(), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Call(d = wide(), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Call(RET = show4(a, b, c, d), ReturnTo(bb5), UnwindContinue())
        }
        bb5 = {
            Return()
        }
    }
}
