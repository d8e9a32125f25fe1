// A slice's length is kept by its pointer.
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
        let a: [u8; 3];
        let r: &'static [u8; 3];
        let s: &'static [u8];
        let n: usize;
        let unit: ();
        {
            a = [1_u8, 2_u8, 3_u8];
            r = &a;
            s = CastUnsize::<_, &'static [u8]>(r);
            n = PtrMetadata(s);
            Call(unit = show(n), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
