#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

pub const S: i32 = 1_i32;
pub static S: i32 = 1_i32; //~ ERROR the name `S` is defined twice
