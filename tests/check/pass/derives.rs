#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct S(u8, (u16, char), [bool; 3], Option<u8>);

#[derive(Clone, Copy)]
pub union U {
    pub a: u8,
}

#[derive(Clone, Copy, Debug)]
#[repr(packed(1))]
pub struct P(u32);
