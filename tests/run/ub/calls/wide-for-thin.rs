// A pointer to a slice is not passed like a pointer to a sized type.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn address(_1: *const u8) -> *const u8 {
    mir! {
        type RET = *const u8;
        {
            RET = _1;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let f: fn(*const [u8]) -> *const u8;
        let a: [u8; 2];
        let p: *const [u8; 2];
        let s: *const [u8];
        let x: *const u8;
        {
            f = CastTransmute::<_, fn(*const [u8]) -> *const u8>(const { address as fn(*const u8) -> *const u8 });
            a = [1_u8, 2_u8];
            p = &raw const a;
            s = CastUnsize::<_, *const [u8]>(p);
            Call(x = f(s), ReturnTo(bb1), UnwindContinue()) //~ ERROR argument 1 of type `*const [u8]`, but it has type `*const u8`
        }
        bb1 = {
            Return()
        }
    }
}
