#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;
pub static Y: i32 = 1_i32;
pub static mut X: *mut i32 = &raw mut Y; //~ ERROR `Y` is not `mut`, so it has no `&raw mut`
