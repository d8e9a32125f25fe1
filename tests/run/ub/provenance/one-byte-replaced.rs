// A pointer of which a byte was overwritten by a number is no pointer any more.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let p: *const u8;
        let b: *mut u8;
        let c: u8;
        let y: u8;
        let at_p: *mut *const u8;
        {
            x = 1_u8;
            p = &raw const x;
            at_p = &raw mut p;
            b = at_p as *mut u8;
            c = *b;
            *b = c;
            y = *p; //~ ERROR is a dangling pointer, as it has no provenance
            Return()
        }
    }
}
