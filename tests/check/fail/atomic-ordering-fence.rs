#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() {
    mir! {
        type RET = ();
        {
            Call(RET = core::intrinsics::atomic_fence::<{ core::intrinsics::AtomicOrdering::Relaxed }>(), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR `atomic_fence` cannot have the ordering `Relaxed`
        }
        bb1 = {
            Return()
        }
    }
}
