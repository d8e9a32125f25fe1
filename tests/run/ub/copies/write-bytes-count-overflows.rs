// The size of `write_bytes` fits the address space.
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
            Call(unit = core::intrinsics::write_bytes(q, 0_u8, 9223372036854775807_usize), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR computing a size that overflows the address space
        }
        bb1 = {
            Return()
        }
    }
}
