// What a constant refers to cannot be written.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let r: &'static u32;
        let p: *const u32;
        let q: *mut u32;
        let unit: ();
        {
            r = const { &5_u32 };
            p = &raw const *r;
            q = CastPtrToPtr::<_, *mut u32>(p);
            Call(unit = core::intrinsics::write_bytes(q, 0_u8, 1_usize), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR which is read-only
        }
        bb1 = {
            Return()
        }
    }
}
