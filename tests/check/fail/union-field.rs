#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S;

pub union U {
    pub a: S, //~ ERROR the union field `a` might need to be dropped
}
