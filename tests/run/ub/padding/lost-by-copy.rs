// A typed copy loses the padding, so its bytes are uninitialized afterwards.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct S {
    pub a: u8,
    pub b: u16,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: S;
        let y: S;
        let p: *const u8;
        let z: u8;
        let n: u32;
        let at_y: *const S;
        {
            n = 0_u32;
            x = CastTransmute::<_, S>(n);
            y = x;
            at_y = &raw const y;
            p = at_y as *const u8;
            p = Offset(p, 1_usize);
            z = *p; //~ ERROR encountered uninitialized memory
            Return()
        }
    }
}
