#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub struct S(Box<i32>); //~ ERROR `S` cannot derive `Copy`: `Box<i32>` does not implement `Copy`
