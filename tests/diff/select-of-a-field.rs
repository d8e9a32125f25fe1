// `select_unpredictable` of two values in memory that are not equally aligned crashes code generation.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: u8) {
    println!("{x:?}");
}

#[derive(Clone, Copy)]
pub struct Bytes {
    pub a: u8,
    pub b: u8,
    pub c: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Aligned {
    pub bytes: Bytes,
    pub number: u32,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: Bytes;
        let y: Aligned;
        let z: Bytes;
        {
            x = Bytes { a: 1_u8, b: 2_u8, c: 3_u8 };
            y = Aligned { bytes: x, number: 4_u32 };
            Call(z = core::intrinsics::select_unpredictable(true, x, y.bytes), ReturnTo(print), UnwindUnreachable())
        }
        print = {
            Call(RET = show(z.b), ReturnTo(end), UnwindContinue())
        }
        end = {
            Return()
        }
    }
}
