// A function pointer is not null; that it points to a function, only a call needs. Miri asked of every copy before. Here it is a pointer into a function.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn g() {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let f: fn();
        let p: *const u8;
        {
            f = const { g as fn() };
            p = f as *const u8;
            Call(p = core::intrinsics::arith_offset(p, 1_isize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            f = CastTransmute::<_, fn()>(p);
            Return()
        }
    }
}
