#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(u8)]
pub enum E {} //~ ERROR the enum `E` has no variants, so it can have no representation
