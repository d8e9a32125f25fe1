#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() {
    mir! {
        type RET = ();
        let a: [u8; 4611686018427387904];
        //~^ ERROR `[u8; 4611686018427387904]` has no layout: the type is too big for the target architecture
        let p: *mut [u8; 4611686018427387904];
        {
            p = &raw mut a;
            Call(p = core::intrinsics::black_box(p), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Return()
        }
    }
}
