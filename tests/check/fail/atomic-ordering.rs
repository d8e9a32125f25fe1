#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: *const u32) -> u32 {
    mir! {
        type RET = u32;
        {
            Call(RET = core::intrinsics::atomic_load::<_, { core::intrinsics::AtomicOrdering::Release }>(_1), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR `atomic_load` cannot have the ordering `Release`
        }
        bb1 = {
            Return()
        }
    }
}
