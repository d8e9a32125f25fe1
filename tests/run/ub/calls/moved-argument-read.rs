// What was moved into a call is not the caller's until the call returns: it cannot be read.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn read(_1: [u8; 4], _2: *const u8) -> u8 {
    mir! {
        type RET = u8;
        {
            RET = *_2; //~ ERROR[tree] which was moved into a call that has not returned
            //~^ ERROR[stacked] which was moved into a call that has not returned
            //~^ ERROR[none] encountered uninitialized memory
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: [u8; 4];
        let p: *const [u8; 4];
        let q: *const u8;
        let x: u8;
        {
            a = [1_u8, 2_u8, 3_u8, 4_u8];
            p = &raw const a;
            q = CastPtrToPtr::<_, *const u8>(p);
            Call(x = read(Move(a), q), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
