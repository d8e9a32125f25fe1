// A transparent struct is passed like its field.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[derive(Copy, Clone, Debug)]
#[repr(transparent)]
struct Meters(f64);

#[custom_mir(dialect = "runtime", phase = "initial")]
fn twice(_1: f64) -> f64 {
    mir! {
        type RET = f64;
        {
            RET = _1 * 2.0_f64;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let f: fn(f64) -> f64;
        let g: fn(Meters) -> Meters;
        let m: Meters;
        {
            f = const { twice as fn(f64) -> f64 };
            g = CastTransmute::<_, fn(Meters) -> Meters>(f);
            m = Meters(1.5_f64);
            Call(m = g(m), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show(m), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
