// `write_bytes` writes inside its target.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let b: [u16; 2];
        let q: *mut u16;
        let at_b: *mut [u16; 2];
        let unit: ();
        {
            at_b = &raw mut b;
            q = at_b as *mut u16;
            Call(unit = core::intrinsics::write_bytes(q, 0_u8, 3_usize), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR memory access failed: 6 bytes at offset 0 of
        }
        bb1 = {
            Return()
        }
    }
}
