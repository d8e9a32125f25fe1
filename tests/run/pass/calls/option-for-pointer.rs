// An `Option` of a reference is passed like the reference.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn id(_1: &u32) {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let f: fn(Option<&'static u32>);
        let x: Option<&'static u32>;
        let n: u32;
        let p: &'static u32;
        {
            f = CastTransmute::<_, fn(Option<&'static u32>)>(const { id as fn(&'static u32) });
            n = 1_u32;
            p = &n;
            x = Option::<&'static u32>::Some(p);
            Call(RET = f(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
