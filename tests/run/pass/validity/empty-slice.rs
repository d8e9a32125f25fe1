// An empty slice needs an aligned address and no memory.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *const u32;
        let s: *const [u32];
        let r: &'static [u32];
        let n: usize;
        let unit: ();
        {
            p = const { 4_usize as *const u32 };
            Call(s = core::intrinsics::aggregate_raw_ptr::<*const [u32], _, _>(p, 0_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            r = &*s;
            n = PtrMetadata(r);
            Call(unit = show(n), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
