// A destructor sees the value, and then the fields are dropped in order.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

struct Loud(u8);
impl Drop for Loud {
    fn drop(&mut self) {
        say(self)
    }
}
struct Both {
    first: Loud,
    second: Loud,
    n: u8,
}
impl Drop for Both {
    fn drop(&mut self) {
        say_both(self)
    }
}

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
fn say_both(_1: &mut Both) {
    mir! {
        type RET = ();
        let n: u8;
        {
            n = (*_1).n;
            Call(RET = show(n), ReturnTo(bb1), UnwindContinue())
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
        let a: Loud;
        let b: Loud;
        let c: Both;
        {
            a = Loud(1_u8);
            b = Loud(2_u8);
            c = Both { first: Move(a), second: Move(b), n: 0_u8 };
            Drop(c, ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
