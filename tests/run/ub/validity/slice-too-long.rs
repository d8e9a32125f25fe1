// A slice's memory is as long as its length says.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u8; 2];
        let p: *const u8;
        let s: *const [u8];
        let r: &'static [u8];
        let at_a: *const [u8; 2];
        {
            at_a = &raw const a;
            p = at_a as *const u8;
            Call(s = core::intrinsics::aggregate_raw_ptr::<*const [u8], _, _>(p, 3_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            r = &*s; //~ ERROR encountered a dangling reference (going beyond the bounds of its allocation)
            Return()
        }
    }
}
