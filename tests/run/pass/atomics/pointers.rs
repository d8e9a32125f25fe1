// An atomic exchange of pointers keeps what they may access.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let y: i32;
        let p: *mut i32;
        let pp: *mut *mut i32;
        let q: *mut i32;
        let r: *mut i32;
        {
            x = 1_i32;
            y = 2_i32;
            p = &raw mut x;
            r = &raw mut y;
            pp = &raw mut p;
            Call(q = core::intrinsics::atomic_xchg::<_, { core::intrinsics::AtomicOrdering::AcqRel }>(pp, r), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            *q = 10_i32;
            *p = 20_i32;
            Call(RET = show2(x, y), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
