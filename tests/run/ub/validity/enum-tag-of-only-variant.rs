// An enum with a representation has a tag, also where it has one variant.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(u8)]
enum Only {
    Variant { field: u8 },
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let bytes: [u8; 2];
        let x: Only;
        {
            bytes = [0_u8, 7_u8];
            x = CastTransmute::<_, Only>(bytes);
            bytes = [1_u8, 7_u8];
            x = CastTransmute::<_, Only>(bytes); //~ ERROR at .<enum-tag>: encountered 0x1, but expected a valid enum tag
            Return()
        }
    }
}
