// `copy_nonoverlapping` needs a target that may be written.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u16;
        let y: u16;
        let r: &'static u16;
        let from: *const u16;
        let to: *mut u16;
        {
            x = 1_u16;
            y = 2_u16;
            from = &raw const y;
            r = &x;
            to = CastTransmute::<_, *mut u16>(r);
            Call(RET = core::intrinsics::copy_nonoverlapping(from, to, 1_usize), ReturnTo(bb1), UnwindUnreachable()) //~ ERROR[tree] is frozen
            //~^ ERROR[stacked] may only read
        }
        bb1 = {
            Return()
        }
    }
}
