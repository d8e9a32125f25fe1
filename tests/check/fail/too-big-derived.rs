// rustc accepts: only `-Clink-dead-code` compiles what is derived and not used
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Debug, PartialEq)]
pub struct S([u64; 9223372036854775807]); //~ ERROR `S` has no layout
