// An untyped copy of uninitialized memory is uninitialized memory.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u32;
        let y: u32;
        let z: u32;
        let p: *const u32;
        let q: *mut u32;
        let unit: ();
        {
            y = 7_u32;
            p = &raw const x;
            q = &raw mut y;
            Call(unit = core::intrinsics::copy_nonoverlapping(p, q, 1_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            z = y; //~ ERROR encountered uninitialized memory
            Return()
        }
    }
}
