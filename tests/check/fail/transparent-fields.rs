#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(transparent)]
pub struct S(i32, i32); //~ ERROR the transparent type `S` has more than one field with a size
