// An atomic access is aligned to its size.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u32; 2];
        let p: *const u8;
        let q: *const u32;
        let x: u32;
        let at_a: *const [u32; 2];
        {
            a = [0_u32; 2];
            at_a = &raw const a;
            p = at_a as *const u8;
            p = Offset(p, 2_usize);
            q = p as *const u32;
            Call(x = core::intrinsics::atomic_load::<_, { core::intrinsics::AtomicOrdering::SeqCst }>(q), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR pointer with alignment 2, but alignment 4 is required
        }
        bb1 = {
            Return()
        }
    }
}
