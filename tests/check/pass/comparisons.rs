#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: char, _2: f64, _3: *const [u8], _4: fn(), _5: bool) -> bool {
    mir! {
        type RET = bool;
        let c: bool;
        {
            c = _1 == _1;
            c = _2 < _2;
            c = _3 >= _3;
            c = _4 != _4;
            c = _5 <= _5;
            RET = c;
            Return()
        }
    }
}
