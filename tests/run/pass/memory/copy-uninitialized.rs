// A copy takes uninitialized bytes along.
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
        let a: core::mem::MaybeUninit<[u8;
        4]>;
        let b: [u8;
        4];
        let p: *mut core::mem::MaybeUninit<[u8;
        4]>;
        let q: *mut u8;
        let r: *mut [u8;
        4];
        let s: *mut u8;
        let t: *const u8;
        let i: usize;
        let x: u8;
        {
            a = const { core::mem::MaybeUninit::<[u8; 4]>::uninit() };
            b = [9_u8; 4];
            p = &raw mut a;
            q = CastPtrToPtr::<_, *mut u8>(p);
            *q = 1_u8;
            t = CastPtrToPtr::<_, *const u8>(q);
            r = &raw mut b;
            s = CastPtrToPtr::<_, *mut u8>(r);
            Call(RET = core::intrinsics::copy_nonoverlapping(t, s, 4_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            i = 0_usize;
            x = b[i];
            Call(RET = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
