#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub union U {
    pub a: u32,
    pub b: core::mem::ManuallyDrop<core::cell::Cell<u8>>,
}

pub static mut X: &'static U = &U { a: 1_u32 }; //~ ERROR a constant refers to a `U` that may change
