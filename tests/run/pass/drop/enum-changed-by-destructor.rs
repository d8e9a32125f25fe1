// The parts that are dropped are those that the destructor leaves.
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
enum E {
    None,
    One(Loud),
}
impl Drop for E {
    fn drop(&mut self) {
        fill(self)
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
fn fill(_1: &mut E) {
    mir! {
        type RET = ();
        {
            place!(Field::<Loud>(Variant((*_1), 1), 0)).0 = 8_u8;
            SetDiscriminant((*_1), 1);
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let e: E;
        {
            e = E::None;
            Drop(e, ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show(1_u8), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
