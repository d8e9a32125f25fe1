// An operand that is not copied is not retagged: the length of a slice can be read from a dead reference.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: [i32; 2];
        let w: &'static [i32; 2];
        let r: &'static [i32];
        let n: usize;
        {
            x = [1_i32; 2];
            w = &x;
            r = CastUnsize(w);
            x = [2_i32; 2];
            n = PtrMetadata(r);
            Return()
        }
    }
}
