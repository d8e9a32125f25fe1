// A call of `unreachable` that is not made is fine.
#![feature(custom_mir, core_intrinsics, never_type)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: bool;
        let never: !;
        {
            x = false;
            match x { true => bb1, _ => bb2 }
        }
        bb1 = {
            Call(never = core::intrinsics::unreachable(), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Return()
        }
    }
}
