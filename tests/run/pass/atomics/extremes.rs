// Atomic minimum and maximum know about the sign.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show4(
    a: impl core::fmt::Debug,
    b: impl core::fmt::Debug,
    c: impl core::fmt::Debug,
    d: impl core::fmt::Debug,
) {
    println!("{a:?} {b:?} {c:?} {d:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i8;
        let y: u8;
        let p: *mut i8;
        let q: *mut u8;
        let a: i8;
        let b: u8;
        {
            x = 1_i8;
            y = 1_u8;
            p = &raw mut x;
            q = &raw mut y;
            Call(a = core::intrinsics::atomic_min::<_, { core::intrinsics::AtomicOrdering::SeqCst }>(p, -1_i8), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::atomic_umax::<_, { core::intrinsics::AtomicOrdering::SeqCst }>(q, 255_u8), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(RET = show4(x, y, a, b), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Call(a = core::intrinsics::atomic_max::<_, { core::intrinsics::AtomicOrdering::SeqCst }>(p, 0_i8), ReturnTo(bb4), UnwindUnreachable())
        }
        bb4 = {
            Call(b = core::intrinsics::atomic_umin::<_, { core::intrinsics::AtomicOrdering::SeqCst }>(q, 3_u8), ReturnTo(bb5), UnwindUnreachable())
        }
        bb5 = {
            Call(RET = show4(x, y, a, b), ReturnTo(bb6), UnwindContinue())
        }
        bb6 = {
            Return()
        }
    }
}
