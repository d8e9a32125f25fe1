// A match on a discriminant finds the variant.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show3(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?}");
}

#[derive(Copy, Clone, Debug)]
enum E {
    A(u8),
    B { x: i32 },
    C,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn number(_1: E) -> i32 {
    mir! {
        type RET = i32;
        let d: isize;
        let x: u8;
        {
            d = Discriminant(_1);
            match d { 0 => a, 1 => b, 2 => c, _ => never }
        }
        a = {
            x = Field::<u8>(Variant(_1, 0), 0);
            RET = x as i32;
            Return()
        }
        b = {
            RET = Field::<i32>(Variant(_1, 1), 0);
            Return()
        }
        c = {
            RET = -1_i32;
            Return()
        }
        never = {
            Unreachable()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let e: E;
        let a: i32;
        let b: i32;
        let c: i32;
        {
            e = E::A(200_u8);
            Call(a = number(e), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            e = E::B { x: -7_i32 };
            Call(b = number(e), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            e = E::C;
            Call(c = number(e), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Call(RET = show3(a, b, c), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Return()
        }
    }
}
