#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(C, transparent)]
pub struct S(i32); //~ ERROR `S` is transparent, so it can have no other representation
