#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(transparent)]
pub enum E { //~ ERROR the transparent enum `E` needs exactly one variant
    A(i32),
    B,
}
