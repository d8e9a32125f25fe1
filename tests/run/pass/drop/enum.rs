// Only the variant that is there is dropped.
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
    Two(Loud, Loud),
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
fn main() {
    mir! {
        type RET = ();
        let a: Loud;
        let b: Loud;
        let c: Loud;
        let e: E;
        {
            e = E::None;
            Drop(e, ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            a = Loud(1_u8);
            e = E::One(Move(a));
            Drop(e, ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            b = Loud(2_u8);
            c = Loud(3_u8);
            e = E::Two(Move(b), Move(c));
            Drop(e, ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}
