// A raw pointer to what a raw pointer points to is the same borrow, under every model, whether or not memory is there.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: u32;
        let r: *const u32;
        let p: *const u32;
        {
            StorageLive(a);
            a = 1_u32;
            r = &raw const a;
            StorageDead(a);
            p = &raw const *r;
            Return()
        }
    }
}
