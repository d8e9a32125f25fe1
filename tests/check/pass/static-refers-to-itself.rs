#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct L(&'static L);

pub static mut X: *const i32 = &raw const Y;
pub static Y: i32 = 1_i32;
