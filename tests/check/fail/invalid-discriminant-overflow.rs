#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(u8)]
pub enum E {
    A = 255,
    B, //~ ERROR the discriminant of `B` overflows `u8`
}
