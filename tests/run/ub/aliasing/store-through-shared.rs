// An intrinsic that writes needs a pointer that may write.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let r: &'static i32;
        let p: *mut i32;
        {
            x = 1_i32;
            r = &x;
            p = CastTransmute::<_, *mut i32>(r);
            Call(RET = core::intrinsics::volatile_store(p, 2_i32), ReturnTo(bb1), UnwindUnreachable()) //~ ERROR[tree] is frozen, for reading only there
            //~^ ERROR[stacked] may only read this byte
        }
        bb1 = {
            Return()
        }
    }
}
