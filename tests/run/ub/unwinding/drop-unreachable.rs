// A `Drop` with `UnwindUnreachable` must not unwind.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn fail() { panic!() }

pub struct Bomb(pub bool);

impl Drop for Bomb {
    fn drop(&mut self) {
        explode(self)
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn explode(_1: &mut Bomb) {
    mir! {
        type RET = ();
        let armed: bool;
        {
            armed = (*_1).0;
            match armed { true => bb1, _ => bb2 }
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
fn main() {
    mir! {
        type RET = ();
        let bomb: Bomb;
        {
            bomb = Bomb(true);
            Drop(bomb, ReturnTo(bb1), UnwindUnreachable()) //~ ERROR unwinding past a call that may not unwind
        }
        bb1 = {
            Return()
        }
    }
}
