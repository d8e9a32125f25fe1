// A call with `UnwindUnreachable` must not unwind.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn fail() { panic!() }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        {
            Call(RET = fail(), ReturnTo(bb1), UnwindUnreachable()) //~ ERROR unwinding past a call that may not unwind
        }
        bb1 = {
            Return()
        }
    }
}
