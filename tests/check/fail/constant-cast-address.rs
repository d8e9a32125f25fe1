#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;
pub const X: *const [i32] = 8_usize as *const [i32]; //~ ERROR an address cannot be cast to `*const [i32]`
