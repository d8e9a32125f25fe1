#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone)]
#[repr(packed(1))]
pub struct S(Option<Box<i32>>);
//~^ ERROR `S` cannot derive `Clone`: `Option<Box<i32>>` does not implement `Copy`
