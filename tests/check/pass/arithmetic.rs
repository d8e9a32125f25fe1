#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: i32, _2: i32) -> i32 {
    mir! {
        type RET = i32;
        let a: i32;
        let b: (i32, bool);
        let c: bool;
        {
            a = _1 + _2;
            a = a - _1;
            a = a * _2;
            a = a / _1;
            a = a % _1;
            a = a ^ _2;
            a = a & _1;
            a = a | _1;
            a = a << 3_u8;
            a = a >> _1;
            a = !a;
            a = -a;
            b = Checked(a * _1);
            c = a < _1;
            RET = a;
            Return()
        }
    }
}
