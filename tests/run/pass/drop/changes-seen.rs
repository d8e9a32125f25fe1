// A destructor may change what its fields' destructors see.
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
struct Outer(Loud);
impl Drop for Outer {
    fn drop(&mut self) {
        change(self)
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
fn change(_1: &mut Outer) {
    mir! {
        type RET = ();
        {
            ((*_1).0).0 = 42_u8;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: Loud;
        let o: Outer;
        {
            a = Loud(1_u8);
            o = Outer(Move(a));
            Drop(o, ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
