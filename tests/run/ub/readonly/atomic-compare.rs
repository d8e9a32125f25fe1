// A compare-exchange may not be done to memory that cannot be written, also where it exchanges nothing.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub static A: u32 = 1_u32;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let r: &'static u32;
        let p: *const u32;
        let q: *mut u32;
        let x: (u32, bool);
        {
            r = Static(A);
            p = &raw const *r;
            q = CastPtrToPtr::<_, *mut u32>(p);
            Call(x = core::intrinsics::atomic_cxchg::<_, { core::intrinsics::AtomicOrdering::SeqCst }, { core::intrinsics::AtomicOrdering::SeqCst }>(q, 2_u32, 3_u32), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR which is read-only
        }
        bb1 = {
            Return()
        }
    }
}
