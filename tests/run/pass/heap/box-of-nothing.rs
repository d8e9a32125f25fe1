// A box of a value without a size owns no memory.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

struct Loud;
impl Drop for Loud {
    fn drop(&mut self) {
        say(self)
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn say(_1: &mut Loud) {
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
fn main() {
    mir! {
        type RET = ();
        let n: usize;
        let b: Box<Loud>;
        {
            n = 1_usize;
            b = CastTransmute::<_, Box<Loud>>(n);
            Drop(b, ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
