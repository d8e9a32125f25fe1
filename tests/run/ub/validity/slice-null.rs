// A slice is not null, also when it is empty.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *const u8;
        let s: *const [u8];
        let r: &'static [u8];
        {
            p = const { 0_usize as *const u8 };
            Call(s = core::intrinsics::aggregate_raw_ptr::<*const [u8], _, _>(p, 0_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            r = &*s; //~ ERROR encountered a null reference
            Return()
        }
    }
}
