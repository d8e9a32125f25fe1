#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;
pub const X: &'static [u32] = &[1_i32, 2_i32] as &'static [u32];
//~^ ERROR `&[i32; 2]` cannot be cast to `&[u32]`
