// A slice is built from a pointer and a length.
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
        let x: [u16;
        4];
        let r: *mut [u16;
        4];
        let p: *mut u16;
        let s: *mut [u16];
        let i: usize;
        let n: usize;
        {
            x = [1_u16, 2_u16, 3_u16, 4_u16];
            r = &raw mut x;
            p = CastPtrToPtr::<_, *mut u16>(r);
            p = Offset(p, 1_usize);
            Call(s = core::intrinsics::aggregate_raw_ptr::<*mut [u16], *mut u16, usize>(p, 2_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            i = 1_usize;
            (*s)[i] = 30_u16;
            n = PtrMetadata(s);
            Call(RET = show2(x, n), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
