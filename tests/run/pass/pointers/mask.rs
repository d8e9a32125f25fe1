// Masking a pointer keeps what it may access.
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
        let x: u64;
        let p: *const u64;
        let b: *const u8;
        let q: *const u8;
        let c: *const u64;
        let y: u64;
        {
            x = 5_u64;
            p = &raw const x;
            b = CastPtrToPtr::<_, *const u8>(p);
            b = Offset(b, 3_usize);
            Call(q = core::intrinsics::ptr_mask(b, 18446744073709551608_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            c = CastPtrToPtr::<_, *const u64>(q);
            y = *c;
            Call(RET = show(y), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
