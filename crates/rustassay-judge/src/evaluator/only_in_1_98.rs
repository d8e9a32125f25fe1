#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: bool) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
unsafe fn tried(_1: *mut u8) {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
unsafe fn caught(_1: *mut u8, _2: *mut u8) {
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
        let _1: u8;
        let _2: *mut u8;
        let _3: bool;
        let _4: ();
        {
            _1 = 0_u8;
            _2 = &raw mut _1;
            Call(_3 = core::intrinsics::catch_unwind(const { tried as unsafe fn(*mut u8) }, _2, const { caught as unsafe fn(*mut u8, *mut u8) }), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(_4 = show(_3), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Return()
        }
    }
}
