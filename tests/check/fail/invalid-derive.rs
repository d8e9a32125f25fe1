#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Copy)]
pub struct S; //~ ERROR `S` derives `Copy`, which needs `Clone`
