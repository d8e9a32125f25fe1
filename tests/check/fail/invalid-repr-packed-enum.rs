#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(packed(1))]
pub enum E { //~ ERROR `packed` is for structs and unions, and `E` is an enum
    A,
}
