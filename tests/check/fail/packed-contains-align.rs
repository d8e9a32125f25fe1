#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(align(4))]
pub struct A(i32);

#[repr(packed(1))]
pub struct S(A); //~ ERROR the packed type `S` contains `A`, which is `align`
