// Different addresses without provenance have no distance.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *const u8;
        let q: *const u8;
        let d: isize;
        {
            p = const { 8_usize as *const u8 };
            q = const { 16_usize as *const u8 };
            Call(d = core::intrinsics::ptr_offset_from(q, p), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR 0x8 is a dangling pointer, as it has no provenance
        }
        bb1 = {
            Return()
        }
    }
}
