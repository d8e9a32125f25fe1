#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: *mut u32) {
    mir! {
        type RET = ();
        {
            Call(RET = core::intrinsics::atomic_store::<_, { core::intrinsics::AtomicOrdering::Acquire }>(_1, 1_u32), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR `atomic_store` cannot have the ordering `Acquire`
        }
        bb1 = {
            Return()
        }
    }
}
