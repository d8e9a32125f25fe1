// A function pointer without provenance is a value; Miri asked of every copy before. Calling it is Undefined Behavior.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let g: fn();
        let n: usize;
        {
            g = const { f as fn() };
            n = CastTransmute::<_, usize>(g);
            g = CastTransmute::<_, fn()>(n);
            Return()
        }
    }
}
