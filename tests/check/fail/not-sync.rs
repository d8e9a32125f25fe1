#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;
pub static X: *const i32 = 8_usize as *const i32; //~ ERROR `*const i32` cannot be shared between threads
