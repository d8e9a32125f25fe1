#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S;

pub union U {
    pub a: core::mem::ManuallyDrop<S>,
    pub b: (core::mem::ManuallyDrop<S>, i32),
    pub c: &'static mut i32,
    pub d: [u8; 4],
}
