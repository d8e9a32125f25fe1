#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;
pub static X: Option<core::ptr::NonNull<i32>> = Option::<core::ptr::NonNull<i32>>::None;
//~^ ERROR `Option<core::ptr::NonNull<i32>>` cannot be shared between threads
