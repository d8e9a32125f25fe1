// Structs are built field by field and print by name.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show3(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?}");
}

#[derive(Copy, Clone, Debug)]
struct Point {
    x: i32,
    y: i32,
}
#[derive(Copy, Clone, Debug)]
struct Pair(u8, Point);
#[derive(Copy, Clone, Debug)]
struct Unit;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let p: Point;
        let q: Pair;
        let u: Unit;
        {
            p = Point { x: 1_i32, y: -2_i32 };
            q = Pair(3_u8, p);
            (q.1).y = 5_i32;
            u = Unit;
            Call(RET = show3(p, q, u), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
