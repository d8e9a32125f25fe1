// An index must be below a slice's length.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u8; 2];
        let r: &'static [u8; 2];
        let s: &'static [u8];
        let i: usize;
        let x: u8;
        {
            a = [1_u8, 2_u8];
            r = &a;
            s = CastUnsize::<_, &'static [u8]>(r);
            i = 3_usize;
            x = (*s)[i]; //~ ERROR indexing out of bounds: the length is 2, but the index is 3
            Return()
        }
    }
}
