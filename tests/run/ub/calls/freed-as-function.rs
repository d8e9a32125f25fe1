// Memory that was freed is no function.
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
            StorageLive(x);
            p = &raw const x;
            StorageDead(x);
            f = CastTransmute::<_, fn()>(p);
            Call(RET = f(), ReturnTo(bb1), UnwindContinue()) //~ ERROR which does not point to a function
        }
        bb1 = {
            Return()
        }
    }
}
