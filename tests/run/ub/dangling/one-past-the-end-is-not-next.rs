// A pointer to an allocation's end is no pointer to whatever comes next.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u8; 1];
        let b: [u8; 1];
        let p: *const u8;
        let q: *const u8;
        let x: u8;
        let at_a: *const [u8; 1];
        let at_b: *const [u8; 1];
        {
            a = [1_u8];
            b = [1_u8];
            at_a = &raw const a;
            p = at_a as *const u8;
            at_b = &raw const b;
            q = at_b as *const u8;
            p = Offset(p, 1_usize);
            x = *p; //~ ERROR 1 byte at offset 1 of
            Return()
        }
    }
}
