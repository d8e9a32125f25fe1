#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;
pub const X: i32 = Y; //~ ERROR the value of `X` needs itself
pub const Y: i32 = X; //~ ERROR the value of `Y` needs itself
