// `discriminant_value` needs a tag that is a variant.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(u8)]
pub enum E {
    A,
    B,
    C,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let p: *const u8;
        let e: &'static E;
        let d: u8;
        {
            x = 7_u8;
            p = &raw const x;
            e = CastTransmute::<_, &'static E>(p);
            Call(d = core::intrinsics::discriminant_value(e), ReturnTo(bb1), UnwindUnreachable()) //~ ERROR enum value has invalid tag: 0x7
        }
        bb1 = {
            Return()
        }
    }
}
