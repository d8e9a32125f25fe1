// A reference's target lies inside the allocation.
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
        let r: &'static [u16; 2];
        {
            a = 1_u16;
            p = &raw const a;
            r = CastTransmute::<_, &'static [u16; 2]>(p);
            //~^ ERROR encountered a dangling reference (going beyond the bounds of its allocation)
            Return()
        }
    }
}
