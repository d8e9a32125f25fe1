#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;
use core::hint::black_box;
use core::intrinsics::{self, ctpop as ones};
use core::{cell::Cell, mem};

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> u32 {
    mir! {
        type RET = u32;
        let _1: mem::MaybeUninit<u8>;
        let _2: Cell<u8>;
        let _3: u32;
        {
            Call(_3 = black_box(1_u32), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = intrinsics::ctpop(_3), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
