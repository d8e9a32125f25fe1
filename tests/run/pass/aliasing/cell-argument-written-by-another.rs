// A cell that a running function was given a shared reference to may be written by others.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(_1: &core::cell::Cell<u32>, _2: *mut u32) {
    mir! {
        type RET = ();
        let p: *const u32;
        let y: u32;
        {
            *_2 = 2_u32;
            p = CastTransmute::<_, *const u32>(_1);
            y = *p;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let cell: core::cell::Cell<u32>;
        let p: *mut core::cell::Cell<u32>;
        let q: *mut u32;
        let r: &'static core::cell::Cell<u32>;
        {
            cell = CastTransmute::<_, core::cell::Cell<u32>>(1_u32);
            p = &raw mut cell;
            q = CastPtrToPtr::<_, *mut u32>(p);
            r = &*p;
            Call(RET = f(r, q), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
