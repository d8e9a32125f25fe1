// rustc accepts: the file is for another target than the compiler's host
//@ target: aarch64
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub extern "sysv64" fn id(_1: u32) -> u32 { //~ ERROR aarch64 has no calling convention "sysv64"
    mir! {
        type RET = u32;
        {
            RET = _1;
            Return()
        }
    }
}
