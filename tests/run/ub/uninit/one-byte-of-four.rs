// One uninitialized byte makes the whole integer uninitialized.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [core::mem::MaybeUninit<u8>; 4];
        let p: *mut u8;
        let x: u32;
        let at_a: *mut [core::mem::MaybeUninit<u8>; 4];
        {
            at_a = &raw mut a;
            p = at_a as *mut u8;
            *p = 1_u8;
            p = Offset(p, 1_usize);
            *p = 1_u8;
            p = Offset(p, 1_usize);
            *p = 1_u8;
            x = CastTransmute::<_, u32>(a);
            //~^ ERROR encountered uninitialized memory, but expected an integer `u32`
            Return()
        }
    }
}
