// A switch on a comparison with an arm for `false`, one for `true` and one that is never taken crashes SimplifyComparisonIntegral.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn never(_1: i32) -> bool {
    mir! {
        type RET = bool;
        let is_equal: bool;
        {
            is_equal = _1 == 5_i32;
            match is_equal {
                false => bb1,
                true => bb1,
                _ => bb2,
            }
        }
        bb1 = {
            RET = false;
            Return()
        }
        bb2 = {
            RET = true;
            Return()
        }
    }
}

fn main() {
    println!("{} {}", never(5), never(6));
}
