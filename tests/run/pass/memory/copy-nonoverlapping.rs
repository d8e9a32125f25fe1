// A nonoverlapping copy copies elements.
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
        let a: [u16;
        3];
        let b: [u16;
        3];
        let pa: *const [u16;
        3];
        let pb: *mut [u16;
        3];
        let p: *const u16;
        let q: *mut u16;
        {
            a = [1_u16, 2_u16, 3_u16];
            b = [0_u16; 3];
            pa = &raw const a;
            pb = &raw mut b;
            p = CastPtrToPtr::<_, *const u16>(pa);
            q = CastPtrToPtr::<_, *mut u16>(pb);
            Call(RET = core::intrinsics::copy_nonoverlapping(p, q, 2_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(RET = show(b), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
