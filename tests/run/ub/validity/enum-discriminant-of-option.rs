// A niche outside the payload's values and the variants' is no tag.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let p: *const Option<bool>;
        let d: isize;
        let at_x: *const u8;
        {
            x = 3_u8;
            at_x = &raw const x;
            p = at_x as *const Option<bool>;
            d = Discriminant(*p); //~ ERROR enum value has invalid tag: 0x3
            Return()
        }
    }
}
