// A function may be called through a pointer type with compatible types.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(_1: u32, _2: *const u8) -> char {
    mir! {
        type RET = char;
        let n: u32;
        {
            RET = CastTransmute::<_, char>(_1);
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let p: fn(u32, *const u8) -> char;
        let q: fn(char, *const i64) -> u32;
        let a: u32;
        let z: *const i64;
        {
            p = const { f as fn(u32, *const u8) -> char };
            q = CastTransmute::<_, fn(char, *const i64) -> u32>(p);
            z = const { 8_usize as *const i64 };
            Call(a = q('x', z), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show(a), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
