// The result of a call goes where an argument is copied from. The copy is the callee's own, so nothing overlaps; but rustc 1.95 makes a
// move of it, because nobody reads the argument later, and then both are the same memory (rust-lang/rust#162997).
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: (u64, u64, u64)) {
    println!("{a:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
#[inline(never)]
fn swap(_1: (u64, u64, u64)) -> (u64, u64, u64) {
    mir! {
        type RET = (u64, u64, u64);
        {
            RET.0 = _1.1;
            RET.1 = _1.0;
            RET.2 = _1.2;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: (u64, u64, u64);
        {
            x = (1_u64, 2_u64, 3_u64);
            Call(x = swap(x), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(RET = show(x), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Return()
        }
    }
}
