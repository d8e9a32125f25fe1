// `read_via_copy` is a typed read, so it needs initialized memory.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u32;
        let y: u32;
        let p: *const u32;
        {
            p = &raw const x;
            Call(y = core::intrinsics::read_via_copy(p), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR encountered uninitialized memory
        }
        bb1 = {
            Return()
        }
    }
}
