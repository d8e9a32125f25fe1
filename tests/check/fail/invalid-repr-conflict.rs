#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(packed(1), align(4))]
pub struct S(i32); //~ ERROR `S` cannot be both `packed` and `align`
