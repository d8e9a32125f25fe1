#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(C, packed(2))]
pub struct A(u8, u32);

#[repr(align(16))]
pub struct B(u8);

#[repr(transparent)]
pub struct C(u32, (), core::marker::PhantomData<u64>);

pub struct D(u8, [u32]);

pub struct E;
