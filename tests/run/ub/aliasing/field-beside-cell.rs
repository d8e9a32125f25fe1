// Interior mutability ends where the cell ends.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(C)]
pub struct S {
    pub plain: u32,
    pub cell: core::cell::Cell<u32>,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let s: S;
        let cell: core::cell::Cell<u32>;
        let r: &'static S;
        let p: *mut u32;
        let q: *mut u32;
        {
            cell = CastTransmute::<_, core::cell::Cell<u32>>(1_u32);
            s = S { plain: 2_u32, cell: Move(cell) };
            r = &s;
            p = CastTransmute::<_, *mut u32>(r);
            q = Offset(p, 0_isize);
            *q = 3_u32; //~ ERROR[tree] is frozen, for reading only there
            //~^ ERROR[stacked] may only read this byte
            Return()
        }
    }
}
