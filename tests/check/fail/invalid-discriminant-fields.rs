#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub enum E { //~ ERROR `E` has explicit discriminants beside variants with fields
    A(i32) = 1,
    B = 2,
}
