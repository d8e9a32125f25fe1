#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S {
    pub a: u8,
    pub b: u16,
}

pub union U {
    pub x: u32,
    pub y: f32,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() {
    mir! {
        type RET = ();
        let a: (u8, i32);
        let b: [u8; 2];
        let c: S;
        let d: U;
        let e: Option<u8>;
        let z: [u16; 4];
        let n: Option<u8>;
        {
            a = (1_u8, 2_i32);
            b = [3_u8, 4_u8];
            c = S { a: 5_u8, b: 6_u16 };
            d = U { y: 1.0_f32 };
            e = Option::<u8>::Some(7_u8);
            n = Option::<u8>::None;
            z = [1_u16; 4];
            Return()
        }
    }
}
