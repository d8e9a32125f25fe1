#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;
pub const A: *const u8 = 8_usize as *const u8;
pub const B: Option<u8> = Option::<u8>::Some(1_u8);
pub const C: [u16; 3] = [1_u16; 3];
pub const D: f32 = f32::from_bits(0x7fc00000);
pub const E: char = 'x';
