// A union's field is read at its own type.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub union U {
    pub n: u8,
    pub b: bool,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let u: U;
        let b: bool;
        {
            u.n = 2_u8;
            b = u.b; //~ ERROR encountered 0x02, but expected a boolean
            Return()
        }
    }
}
