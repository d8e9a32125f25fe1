#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;
pub const C: u8 = 3_u8;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() {
    mir! {
        type RET = ();
        let a: f32;
        let b: char;
        let c: &'static str;
        let d: &'static [u8; 2];
        let e: u8;
        let g: (u8, u8);
        {
            a = 1.5_f32;
            b = '\u{1f600}';
            c = "text";
            d = b"xy";
            e = C;
            g = const { (1_u8, 2_u8) };
            Return()
        }
    }
}
