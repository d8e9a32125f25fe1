// A pointer is for its own allocation, even when it has another's address.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: u8;
        let b: u8;
        let p: *const u8;
        let q: *const u8;
        let m: usize;
        let n: usize;
        let d: isize;
        let y: u8;
        {
            a = 1_u8;
            b = 2_u8;
            p = &raw const a;
            q = &raw const b;
            m = p as usize;
            n = q as usize;
            n = n - m;
            d = n as isize;
            Call(p = core::intrinsics::arith_offset(p, d), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            y = *p; //~ ERROR out of bounds, as it has 1 byte
            Return()
        }
    }
}
