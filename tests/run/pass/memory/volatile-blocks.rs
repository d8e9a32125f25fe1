// Volatile copies and fills move elements.
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
        let a: [u8;
        4];
        let b: [u8;
        4];
        let pa: *mut [u8;
        4];
        let p: *mut u8;
        let pb: *const [u8;
        4];
        let q: *const u8;
        {
            a = [1_u8; 4];
            b = [5_u8, 6_u8, 7_u8, 8_u8];
            pa = &raw mut a;
            p = CastPtrToPtr::<_, *mut u8>(pa);
            pb = &raw const b;
            q = CastPtrToPtr::<_, *const u8>(pb);
            Call(RET = core::intrinsics::volatile_copy_nonoverlapping_memory(p, q, 2_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            p = Offset(p, 3_usize);
            Call(RET = core::intrinsics::volatile_set_memory(p, 9_u8, 1_usize), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(RET = show(a), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}
