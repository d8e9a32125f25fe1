// Protection is for the bytes of the reference, not for those beside.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(_1: &mut u8, _2: *mut u8) {
    mir! {
        type RET = ();
        let q: *mut u8;
        {
            q = Offset(_2, 1_isize);
            *q = 9_u8;
            *_1 = 8_u8;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: [u8; 2];
        let w: *mut [u8; 2];
        let p: *mut u8;
        let r: &'static mut u8;
        {
            a = [1_u8, 2_u8];
            w = &raw mut a;
            p = CastPtrToPtr::<_, *mut u8>(w);
            r = &mut *p;
            Call(RET = f(r, p), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
