// `ManuallyDrop` and a forgotten value are not dropped.
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
        let m: core::mem::ManuallyDrop<Loud>;
        {
            a = Loud(1_u8);
            m = CastTransmute::<_, core::mem::ManuallyDrop<Loud>>(Move(a));
            Drop(m, ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            b = Loud(2_u8);
            Call(RET = core::intrinsics::forget(Move(b)), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Return()
        }
    }
}
