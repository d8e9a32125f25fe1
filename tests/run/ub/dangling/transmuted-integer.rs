// An integer that was transmuted to a pointer has no provenance.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *mut u32;
        {
            p = CastTransmute::<_, *mut u32>(16_usize);
            *p = 1_u32; //~ ERROR memory access failed: 0x10 is a dangling pointer, as it has no provenance
            Return()
        }
    }
}
