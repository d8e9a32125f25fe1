// No slice is longer than `isize::MAX` bytes.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u16; 2];
        let p: *const u16;
        let s: *const [u16];
        let r: &'static [u16];
        let at_a: *const [u16; 2];
        {
            at_a = &raw const a;
            p = at_a as *const u16;
            Call(s = core::intrinsics::aggregate_raw_ptr::<*const [u16], _, _>(p, 4611686018427387904_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            r = &*s; //~ ERROR larger than any object
            Return()
        }
    }
}
