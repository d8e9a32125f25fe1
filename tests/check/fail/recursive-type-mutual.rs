#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct A(B); //~ ERROR the type `A` contains itself, so it has no finite size

pub struct B(A);
