// A moved argument may be given a new value after the call.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(_1: (u8, u32)) -> u32 {
    mir! {
        type RET = u32;
        {
            _1.1 = 7_u32;
            RET = _1.1;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: (u8, u32);
        let x: u32;
        {
            a = (1_u8, 2_u32);
            Call(x = f(Move(a)), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            a = (3_u8, 4_u32);
            Call(RET = show2(a, x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
