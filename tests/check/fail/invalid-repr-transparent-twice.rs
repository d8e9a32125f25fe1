#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(transparent)]
#[repr(transparent)] //~ ERROR
pub struct S(u8);
