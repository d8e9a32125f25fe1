#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(u8)]
pub enum A {
    X(i32) = 1,
    Y = 2,
}

#[repr(C)]
pub enum B {
    X,
    Y,
}

#[repr(C, u8)]
pub enum C {
    X,
    Y(u8),
}

pub enum D {
    X = -5,
    Y,
}

pub enum Never {}

#[repr(i128)]
pub enum F {
    X = -1,
}
