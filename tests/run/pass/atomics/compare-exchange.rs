// A compare-exchange writes only where it finds what it wants.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show3(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u64;
        let p: *mut u64;
        let a: (u64, bool);
        let b: (u64, bool);
        {
            x = 1_u64;
            p = &raw mut x;
            Call(a = core::intrinsics::atomic_cxchg::<_, { core::intrinsics::AtomicOrdering::AcqRel }, { core::intrinsics::AtomicOrdering::Acquire }>(p, 1_u64, 2_u64), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::atomic_cxchg::<_, { core::intrinsics::AtomicOrdering::SeqCst }, { core::intrinsics::AtomicOrdering::Relaxed }>(p, 1_u64, 3_u64), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(RET = show3(x, a, b), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}
