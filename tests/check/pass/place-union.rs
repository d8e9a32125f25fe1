#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub union U {
    pub x: u32,
    pub y: f32,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: U) -> f32 {
    mir! {
        type RET = f32;
        {
            _1.x = 1_u32;
            RET = _1.y;
            Return()
        }
    }
}
