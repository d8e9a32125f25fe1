#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features)]
#![no_std]
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub const fn double(_1: u32) -> u32 {
    mir! {
        type RET = u32;
        {
            RET = _1 + _1;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub const fn double_through_pointer(_1: u32) -> u32 {
    mir! {
        type RET = u32;
        let _2: *const u32;
        {
            _2 = &raw const _1;
            Call(RET = double((*_2)), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Return()
        }
    }
}
