// `compare_bytes` reads initialized bytes only.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: u16;
        let b: u16;
        let p: *const u8;
        let q: *const u8;
        let o: i32;
        let at_a: *const u16;
        let at_b: *const u16;
        {
            a = 1_u16;
            at_a = &raw const a;
            p = at_a as *const u8;
            at_b = &raw const b;
            q = at_b as *const u8;
            Call(o = core::intrinsics::compare_bytes(p, q, 2_usize), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR reading uninitialized memory: bytes that are compared
        }
        bb1 = {
            Return()
        }
    }
}
