#![feature(custom_mir, core_intrinsics, never_type)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy, Debug)]
#[repr(packed(1))]
pub struct S(!, u8);
//~^ ERROR `S` is packed and has a `!` that is not last: it cannot derive `Debug`
