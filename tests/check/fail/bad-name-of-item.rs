// rustc accepts: the type is shadowed for the whole program, which would have to spell paths
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct Option(u8); //~ ERROR `Option` is a name that the text of programs uses
