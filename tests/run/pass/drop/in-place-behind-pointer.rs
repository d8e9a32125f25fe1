// What a pointer points to can be dropped where it is.
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
        let a: (u8, Loud);
        let l: Loud;
        let p: *mut (u8, Loud);
        {
            l = Loud(7_u8);
            a = (1_u8, Move(l));
            p = &raw mut a;
            Drop((*p).1, ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
