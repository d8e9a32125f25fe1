// An atomic exchange writes, also where it writes what is there already.
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
        let x: u32;
        {
            r = Static(A);
            p = &raw const *r;
            q = CastPtrToPtr::<_, *mut u32>(p);
            Call(x = core::intrinsics::atomic_xchg::<_, { core::intrinsics::AtomicOrdering::SeqCst }>(q, 1_u32), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR which is read-only
        }
        bb1 = {
            Return()
        }
    }
}
