// Volatile accesses are accesses.
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
        let a: [u32;
        2];
        let pa: *mut [u32;
        2];
        let p: *mut u32;
        let q: *const u32;
        let x: u32;
        let y: u32;
        let b: *mut u8;
        let u: *const u32;
        let w: *mut u32;
        {
            a = [1_u32, 2_u32];
            pa = &raw mut a;
            p = CastPtrToPtr::<_, *mut u32>(pa);
            q = CastPtrToPtr::<_, *const u32>(p);
            Call(RET = core::intrinsics::volatile_store(p, 258_u32), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(x = core::intrinsics::volatile_load(q), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            b = CastPtrToPtr::<_, *mut u8>(p);
            b = Offset(b, 1_usize);
            u = CastPtrToPtr::<_, *const u32>(b);
            w = CastPtrToPtr::<_, *mut u32>(b);
            Call(y = core::intrinsics::unaligned_volatile_load(u), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(RET = core::intrinsics::unaligned_volatile_store(w, 0_u32), ReturnTo(bb4), UnwindUnreachable())
        }
        bb4 = {
            Call(RET = show3(x, y, a), ReturnTo(bb5), UnwindContinue())
        }
        bb5 = {
            Return()
        }
    }
}
