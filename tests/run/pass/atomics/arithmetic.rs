// Atomic arithmetic gives the old value and wraps.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show7(
    a: impl core::fmt::Debug,
    b: impl core::fmt::Debug,
    c: impl core::fmt::Debug,
    d: impl core::fmt::Debug,
    e: impl core::fmt::Debug,
    f: impl core::fmt::Debug,
    g: impl core::fmt::Debug,
) {
    println!("{a:?} {b:?} {c:?} {d:?} {e:?} {f:?} {g:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let p: *mut u8;
        let a: u8;
        let b: u8;
        let c: u8;
        let d: u8;
        let e: u8;
        let f: u8;
        {
            x = 250_u8;
            p = &raw mut x;
            Call(a = core::intrinsics::atomic_xadd::<_, _, { core::intrinsics::AtomicOrdering::SeqCst }>(p, 10_u8), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::atomic_xsub::<_, _, { core::intrinsics::AtomicOrdering::Relaxed }>(p, 5_u8), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(c = core::intrinsics::atomic_and::<_, _, { core::intrinsics::AtomicOrdering::AcqRel }>(p, 15_u8), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(d = core::intrinsics::atomic_nand::<_, _, { core::intrinsics::AtomicOrdering::AcqRel }>(p, 5_u8), ReturnTo(bb4), UnwindUnreachable())
        }
        bb4 = {
            Call(e = core::intrinsics::atomic_or::<_, _, { core::intrinsics::AtomicOrdering::Acquire }>(p, 1_u8), ReturnTo(bb5), UnwindUnreachable())
        }
        bb5 = {
            Call(f = core::intrinsics::atomic_xor::<_, _, { core::intrinsics::AtomicOrdering::Release }>(p, 255_u8), ReturnTo(bb6), UnwindUnreachable())
        }
        bb6 = {
            Call(RET = show7(a, b, c, d, e, f, x), ReturnTo(bb7), UnwindContinue())
        }
        bb7 = {
            Return()
        }
    }
}
