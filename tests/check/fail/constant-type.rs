#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;
pub static X: i32 = 1_u32; //~ ERROR the value has type `u32`, but the item has type `i32`
