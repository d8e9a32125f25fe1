#![feature(core_intrinsics)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*; //~ ERROR custom MIR needs the crate feature `custom_mir`

pub const C: u8 = 1_u8;
