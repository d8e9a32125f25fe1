// An unaligned load may be at any address.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u8; 5];
        let p: *const u8;
        let q: *const u32;
        let x: u32;
        let at_a: *const [u8; 5];
        let unit: ();
        {
            a = [0_u8, 1_u8, 0_u8, 0_u8, 0_u8];
            at_a = &raw const a;
            p = at_a as *const u8;
            p = Offset(p, 1_usize);
            q = p as *const u32;
            Call(x = core::intrinsics::unaligned_volatile_load(q), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(unit = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
