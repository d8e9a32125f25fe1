// An optional function pointer may be null.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let f: Option<fn()>;
        {
            f = CastTransmute::<_, Option<fn()>>(0_usize);
            Return()
        }
    }
}
