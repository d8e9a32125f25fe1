// A read must lie inside the allocation.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: u16;
        let p: *const u16;
        let q: *const u32;
        let x: u32;
        {
            a = 1_u16;
            p = &raw const a;
            q = p as *const u32;
            Call(x = core::intrinsics::unaligned_volatile_load(q), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR memory access failed: 4 bytes at offset 0 of
        }
        bb1 = {
            Return()
        }
    }
}
