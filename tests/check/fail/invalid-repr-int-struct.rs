#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(u8)]
pub struct S(i32); //~ ERROR an integer representation is for enums, and `S` is none
