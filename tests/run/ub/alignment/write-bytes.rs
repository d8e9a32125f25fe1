// `write_bytes` wants an aligned pointer, also for no bytes.
//@ miri: accepts this, as it asks nothing of the alignment; the documentation of `write_bytes` does, and LLVM is told of it.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let t: *mut u64;
        let unit: ();
        {
            t = const { 4_usize as *mut u64 };
            Call(unit = core::intrinsics::write_bytes(t, 0_u8, 0_usize), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR pointer with alignment 4, but alignment 8 is required
        }
        bb1 = {
            Return()
        }
    }
}
