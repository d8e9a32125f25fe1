// The elements of an array are dropped in order.
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
        let d: [Loud;
        3];
        let t: (u8, [Loud;
        3]);
        {
            a = Loud(1_u8);
            b = Loud(2_u8);
            c = Loud(3_u8);
            d = [Move(a), Move(b), Move(c)];
            t = (9_u8, Move(d));
            Drop(t, ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
