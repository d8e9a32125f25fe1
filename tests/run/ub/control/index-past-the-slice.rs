// An index must be below the length that a slice has, whatever lies behind.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: [u8; 4];
        let whole: *const [u8; 4];
        let p: *const [u8; 2];
        let s: *const [u8];
        let i: usize;
        let x: u8;
        {
            a = [1_u8, 2_u8, 3_u8, 4_u8];
            whole = &raw const a;
            p = CastPtrToPtr::<_, *const [u8; 2]>(whole);
            s = CastUnsize::<_, *const [u8]>(p);
            i = 2_usize;
            x = (*s)[i]; //~ ERROR the length is 2, but the index is 2
            Return()
        }
    }
}
