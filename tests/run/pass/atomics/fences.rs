// Fences do nothing to one thread.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        {
            Call(RET = core::intrinsics::atomic_fence::<{ core::intrinsics::AtomicOrdering::SeqCst }>(), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(RET = core::intrinsics::atomic_singlethreadfence::<{ core::intrinsics::AtomicOrdering::Acquire }>(), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Return()
        }
    }
}
