// Only functions can be called: not data.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u64;
        let p: *const u64;
        let f: fn();
        {
            x = 0_u64;
            p = &raw const x;
            f = CastTransmute::<_, fn()>(p);
            Call(RET = f(), ReturnTo(bb1), UnwindContinue()) //~ ERROR which does not point to a function
        }
        bb1 = {
            Return()
        }
    }
}
