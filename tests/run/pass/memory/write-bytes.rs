// `write_bytes` fills elements with a byte.
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
        let pa: *mut [u16;
        3];
        let p: *mut u16;
        {
            a = [0_u16; 3];
            pa = &raw mut a;
            p = CastPtrToPtr::<_, *mut u16>(pa);
            Call(RET = core::intrinsics::write_bytes(p, 1_u8, 2_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(RET = show(a), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
