// A niche that no variant uses is no tag.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let p: *const u8;
        let e: *const Option<bool>;
        let d: isize;
        {
            x = 3_u8;
            p = &raw const x;
            e = CastPtrToPtr::<_, *const Option<bool>>(p);
            d = Discriminant(*e); //~ ERROR enum value has invalid tag: 0x3
            Return()
        }
    }
}
