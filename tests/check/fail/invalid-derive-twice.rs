#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Debug, Debug)]
pub struct S(i32); //~ ERROR `S` derives `Debug` twice
