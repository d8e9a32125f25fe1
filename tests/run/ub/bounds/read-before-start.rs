// There is nothing before an allocation's start.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u8; 3];
        let p: *const u8;
        let x: u8;
        let at_a: *const [u8; 3];
        {
            a = [0_u8; 3];
            at_a = &raw const a;
            p = at_a as *const u8;
            Call(p = core::intrinsics::arith_offset(p, -1_isize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            x = *p; //~ ERROR memory access failed: 1 byte at offset -1 of
            Return()
        }
    }
}
