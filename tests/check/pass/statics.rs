#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;
pub static A: i32 = 1_i32;
pub static mut B: *mut i32 = &raw mut C;
pub static mut C: i32 = 2_i32;
pub static D: &'static [u8] = &[1_u8, 2_u8] as &'static [u8];
pub static E: core::mem::MaybeUninit<[u8; 3]> = core::mem::MaybeUninit::<[u8; 3]>::uninit();
pub static F: (&'static str, &'static [u8; 2]) = ("x", b"yz");
