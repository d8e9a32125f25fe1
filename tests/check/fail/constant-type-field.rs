#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S(u8);

pub static X: S = S(1_u32); //~ ERROR the field is of type `u8`, but a value is `u32`
