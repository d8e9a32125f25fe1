// A typed swap reads values of its type.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let y: u8;
        let p: *mut bool;
        let q: *mut bool;
        let at_x: *mut u8;
        let at_y: *mut u8;
        let unit: ();
        {
            x = 0_u8;
            y = 2_u8;
            at_x = &raw mut x;
            p = at_x as *mut bool;
            at_y = &raw mut y;
            q = at_y as *mut bool;
            Call(unit = core::intrinsics::typed_swap_nonoverlapping(p, q), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR but expected a boolean
        }
        bb1 = {
            Return()
        }
    }
}
