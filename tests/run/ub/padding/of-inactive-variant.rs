// The bytes of another variant's field are padding of the variant that is there.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: Option<u32>;
        let y: u32;
        {
            x = Option::<u32>::Some(5_u32);
            x = Option::<u32>::None;
            y = Field::<u32>(Variant(x, 1), 0); //~ ERROR encountered uninitialized memory
            Return()
        }
    }
}
