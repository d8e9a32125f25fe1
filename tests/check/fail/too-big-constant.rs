// rustc accepts: the limit is ours, because a larger constant may take all memory there is
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> &'static [u8] {
    mir! {
        type RET = &'static [u8];
        {
            RET = const { &[1_u8; 16777217] as &'static [u8] }; //~ ERROR a constant of type `[u8; 16777217]` is too large to be computed
            Return()
        }
    }
}
