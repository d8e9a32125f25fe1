// Equal addresses without provenance have the distance zero.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *const u32;
        let d: isize;
        let unit: ();
        {
            p = const { 8_usize as *const u32 };
            Call(d = core::intrinsics::ptr_offset_from(p, p), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(unit = show(d), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
