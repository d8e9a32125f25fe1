// A call by a convention that does not unwind must not unwind.
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
            Call(RET = f(true), ReturnTo(bb1), UnwindContinue()) //~ ERROR unwinding past a call that may not unwind
        }
        bb1 = {
            Return()
        }
    }
}
