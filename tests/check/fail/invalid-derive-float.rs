#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(PartialEq, Eq)]
pub struct S(f32); //~ ERROR `S` cannot derive `Eq`: `f32` does not implement `Eq`
