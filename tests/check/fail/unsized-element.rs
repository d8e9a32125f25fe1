#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S(*const [[i32]; 2]); //~ ERROR elements of arrays must have a size, but `[i32]` has none
