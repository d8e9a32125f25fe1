// A `NonNull` is a pointer that can be transmuted.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u32;
        let p: *mut u32;
        let n: core::ptr::NonNull<u32>;
        let o: Option<core::ptr::NonNull<u32>>;
        let d: isize;
        let q: *mut u32;
        let y: u32;
        {
            x = 3_u32;
            p = &raw mut x;
            n = CastTransmute::<_, core::ptr::NonNull<u32>>(p);
            o = Option::<core::ptr::NonNull<u32>>::Some(n);
            d = Discriminant(o);
            q = CastTransmute::<_, *mut u32>(o);
            y = *q;
            Call(RET = show2(d, y), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
