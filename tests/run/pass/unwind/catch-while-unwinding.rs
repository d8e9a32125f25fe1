// A panic that is caught within a cleanup does not disturb the one that unwinds.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

fn fail() { panic!() }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn fails(_1: *mut u8) {
    mir! {
        type RET = ();
        {
            Call(RET = fail(), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn quiet(_1: *mut u8, _2: *mut u8) {
    mir! {
        type RET = ();
        {
            Call(RET = show(1_u8), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn tries() {
    mir! {
        type RET = ();
        let r: i32;
        let a: fn(*mut u8);
        let c: fn(*mut u8, *mut u8);
        let p: *mut u8;
        let x: u8;
        {
            a = const { fails as fn(*mut u8) };
            c = const { quiet as fn(*mut u8, *mut u8) };
            p = &raw mut x;
            Call(r = core::intrinsics::catch_unwind(a, p, c), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show(r), ReturnTo(bb2), UnwindContinue())
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
        {
            Call(RET = fail(), ReturnTo(bb1), UnwindCleanup(clean))
        }
        bb1 = {
            Return()
        }
        clean (cleanup) = {
            Call(RET = tries(), ReturnTo(bb2), UnwindTerminate(ReasonInCleanup))
        }
        bb2 (cleanup) = {
            Call(RET = show(2_u8), ReturnTo(bb3), UnwindTerminate(ReasonInCleanup))
        }
        bb3 (cleanup) = {
            UnwindResume()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn caught(_1: *mut u8, _2: *mut u8) {
    mir! {
        type RET = ();
        {
            Call(RET = show(3_u8), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
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
            Call(RET = show(r), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
