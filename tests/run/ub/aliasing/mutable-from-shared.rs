// A mutable reference made from a shared one must not be written through.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let s: &'static i32;
        let p: *mut i32;
        let m: &'static mut i32;
        {
            x = 1_i32;
            s = &x;
            p = CastTransmute::<_, *mut i32>(s);
            m = &mut *p; //~ ERROR[stacked] may only read this byte
            *m = 2_i32; //~ ERROR[tree] is frozen, for reading only there
            Return()
        }
    }
}
