// `UnwindUnreachable` counts below a `catch_unwind`, too.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn fail() { panic!() }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn attempt(_1: *mut u8) {
    mir! {
        type RET = ();
        {
            Call(RET = fail(), ReturnTo(bb1), UnwindUnreachable()) //~ ERROR unwinding past a call that may not unwind
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn caught(_1: *mut u8, _2: *mut u8) {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        {
            Call(x = core::intrinsics::catch_unwind(const { attempt as fn(*mut u8) }, const { 8_usize as *mut u8 }, const { caught as fn(*mut u8, *mut u8) }), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Return()
        }
    }
}
