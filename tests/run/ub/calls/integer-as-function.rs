// An integer does not become a function by transmuting it.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let f: fn();
        {
            f = CastTransmute::<_, fn()>(16_usize);
            Call(RET = f(), ReturnTo(bb1), UnwindContinue()) //~ ERROR which does not point to a function
        }
        bb1 = {
            Return()
        }
    }
}
