#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub enum E {
    A = 1,
    B = 1, //~ ERROR the variant `B` has the discriminant of another
}
