// An argument is a typed copy, so it has no padding.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct S {
    pub a: u8,
    pub b: u16,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn take(_1: S) {
    mir! {
        type RET = ();
        let p: *const S;
        let q: *const u8;
        let z: u8;
        {
            p = &raw const _1;
            q = p as *const u8;
            q = Offset(q, 1_usize);
            z = *q; //~ ERROR encountered uninitialized memory
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: S;
        let n: u32;
        {
            n = 0_u32;
            x = CastTransmute::<_, S>(n);
            Call(RET = take(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
