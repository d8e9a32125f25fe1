// A tag that is no variant is found behind a pointer, too.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(i32)]
pub enum Sign {
    Minus = -1,
    Zero,
    Plus,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let p: *const i32;
        let e: *const Sign;
        let d: i32;
        {
            x = -2_i32;
            p = &raw const x;
            e = CastPtrToPtr::<_, *const Sign>(p);
            d = Discriminant(*e); //~ ERROR enum value has invalid tag: 0xfffffffe
            Return()
        }
    }
}
