// Pointers into one allocation have a distance, in elements.
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
        let a: [u32; 4];
        let p: *const u32;
        let q: *const u32;
        let d: isize;
        let e: usize;
        let at_a: *const [u32; 4];
        let unit: ();
        {
            at_a = &raw const a;
            p = at_a as *const u32;
            q = Offset(p, 3_usize);
            Call(d = core::intrinsics::ptr_offset_from(p, q), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(unit = show(d), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Call(e = core::intrinsics::ptr_offset_from_unsigned(q, p), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(unit = show(e), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Return()
        }
    }
}
