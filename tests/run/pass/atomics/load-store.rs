// Atomic loads and stores see each other.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u32;
        let p: *mut u32;
        let q: *const u32;
        let a: u32;
        {
            x = 1_u32;
            p = &raw mut x;
            q = &raw const *p;
            Call(RET = core::intrinsics::atomic_store::<_, { core::intrinsics::AtomicOrdering::Release }>(p, 7_u32), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(a = core::intrinsics::atomic_load::<_, { core::intrinsics::AtomicOrdering::Acquire }>(q), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(RET = show(a), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}
