// A variant's fields must be valid.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: Option<(u8, bool)>;
        let y: Option<(u8, bool)>;
        {
            place!(Field::<(u8, bool)>(Variant(x, 1), 0)).1 = true;
            y = x; //~ ERROR at .<enum-variant(Some)>.0.0: encountered uninitialized memory
            Return()
        }
    }
}
