// The other elements of an array are dropped when one destructor panics.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

struct Loud(u8);
impl Drop for Loud {
    fn drop(&mut self) {
        say(self)
    }
}
struct Outer([Loud; 3], Loud);
impl Drop for Outer {
    fn drop(&mut self) {
        say_outer(self)
    }
}
fn fail() { panic!() }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn say(_1: &mut Loud) {
    mir! {
        type RET = ();
        let n: u8;
        {
            n = (*_1).0;
            Call(RET = show(n), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn say_outer(_1: &mut Outer) {
    mir! {
        type RET = ();
        {
            Call(RET = show(0_u8), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = fail(), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn attempt(_1: *mut u8) {
    mir! {
        type RET = ();
        let a: Loud;
        let b: Loud;
        let c: Loud;
        let t: [Loud;
        3];
        let d: Loud;
        let o: Outer;
        {
            a = Loud(1_u8);
            b = Loud(2_u8);
            c = Loud(3_u8);
            d = Loud(4_u8);
            t = [Move(a), Move(b), Move(c)];
            o = Outer(Move(t), Move(d));
            Drop(o, ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn caught(_1: *mut u8, _2: *mut u8) {
    mir! {
        type RET = ();
        {
            *_1 = 6_u8;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let r: i32;
        let a: fn(*mut u8);
        let c: fn(*mut u8, *mut u8);
        let p: *mut u8;
        let x: u8;
        {
            a = const { attempt as fn(*mut u8) };
            c = const { caught as fn(*mut u8, *mut u8) };
            p = &raw mut x;
            Call(r = core::intrinsics::catch_unwind(a, p, c), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show2(r, x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
