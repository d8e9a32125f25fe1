// A pointer into the middle of a function is no function.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn nothing() {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let p: *const u8;
        let q: *const u8;
        let f: fn();
        {
            p = CastTransmute::<_, *const u8>(const { nothing as fn() });
            Call(q = core::intrinsics::arith_offset(p, 1_isize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            f = CastTransmute::<_, fn()>(q);
            Call(RET = f(), ReturnTo(bb2), UnwindContinue()) //~ ERROR which does not point to a function
        }
        bb2 = {
            Return()
        }
    }
}
