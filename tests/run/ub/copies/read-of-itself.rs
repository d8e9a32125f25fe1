// A read of memory goes to memory that does not overlap.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u32; 3];
        let p: *const [u32; 3];
        {
            a = [1_u32; 3];
            p = &raw const a;
            Call(a = core::intrinsics::read_via_copy(p), ReturnTo(bb1), UnwindUnreachable()) //~ ERROR assigning between overlapping ranges
        }
        bb1 = {
            Return()
        }
    }
}
