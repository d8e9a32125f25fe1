// Under Stacked Borrows a raw pointer to what a reference points to is a new borrow, and that needs memory which is there.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: u32;
        let r: &'static u32;
        let p: *const u32;
        {
            StorageLive(a);
            a = 1_u32;
            r = &a;
            StorageDead(a);
            p = &raw const *r; //~ ERROR[stacked] has been freed
            Return()
        }
    }
}
