// `core::intrinsics::assume` promises that its argument is true.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        {
            Call(RET = core::intrinsics::assume(false), ReturnTo(bb1), UnwindUnreachable()) //~ ERROR `assume` called with `false`
        }
        bb1 = {
            Return()
        }
    }
}
