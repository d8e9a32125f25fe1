// An empty array has no element.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: [u32; 0];
        let i: usize;
        let p: *const u32;
        {
            a = const { [] as [u32; 0] };
            i = 0_usize;
            p = &raw const a[i]; //~ ERROR the length is 0, but the index is 0
            Return()
        }
    }
}
