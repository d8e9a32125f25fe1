// A function that may unwind, and does not, called as one that may not.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn fail() { panic!() }

#[custom_mir(dialect = "runtime", phase = "initial")]
extern "C-unwind" fn may_fail(_1: bool) {
    mir! {
        type RET = ();
        {
            match _1 { true => bb1, _ => bb2 }
        }
        bb1 = {
            Call(RET = fail(), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let f: extern "C" fn(bool);
        {
            f = CastTransmute::<_, extern "C" fn(bool)>(const { may_fail as extern "C-unwind" fn(bool) });
            Call(RET = f(false), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
