#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Debug)]
pub union U { //~ ERROR `Debug` cannot be derived for unions such as `U`
    pub a: i32,
}
