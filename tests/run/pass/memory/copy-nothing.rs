// A copy of no elements may use any aligned pointer.
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
        let p: *const u32;
        let q: *mut u32;
        let n: usize;
        {
            n = 4_usize;
            p = n as *const u32;
            q = n as *mut u32;
            Call(RET = core::intrinsics::copy_nonoverlapping(p, q, 0_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(RET = core::intrinsics::copy(p, q, 0_usize), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(RET = core::intrinsics::write_bytes(q, 1_u8, 0_usize), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(RET = show(n), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Return()
        }
    }
}
