#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: *mut u32) -> u32 {
    mir! {
        type RET = u32;
        let x: (u32, bool);
        {
            Call(x = core::intrinsics::atomic_cxchg::<_, { core::intrinsics::AtomicOrdering::AcqRel }, { core::intrinsics::AtomicOrdering::Acquire }>(_1, 1_u32, 2_u32), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            RET = x.0;
            Return()
        }
    }
}
