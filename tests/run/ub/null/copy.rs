// A copy of some bytes from null reads null.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *const u8;
        let a: u8;
        let q: *mut u8;
        let unit: ();
        {
            p = const { 0_usize as *const u8 };
            q = &raw mut a;
            Call(unit = core::intrinsics::copy_nonoverlapping(p, q, 1_usize), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR memory access failed: null pointer
        }
        bb1 = {
            Return()
        }
    }
}
