// A range overlaps itself.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: u8;
        let p: *mut u8;
        let c: *const u8;
        let unit: ();
        {
            a = 1_u8;
            p = &raw mut a;
            c = p as *const u8;
            Call(unit = core::intrinsics::copy_nonoverlapping(c, p, 1_usize), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR `copy_nonoverlapping` called on overlapping ranges
        }
        bb1 = {
            Return()
        }
    }
}
