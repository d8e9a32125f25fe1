#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(C, u8)]
pub enum E { //~ ERROR the enum `E` has unit variants only, so it cannot be both `C` and an integer
    A,
    B,
}
