#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;
pub unsafe fn g(){}
pub const X: fn() = g as fn(); //~ ERROR the function cannot be cast to `fn()`
