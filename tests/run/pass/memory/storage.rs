// Storage that lives again is new.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: u8;
        let x: u8;
        let y: u8;
        let b: bool;
        let i: u8;
        let p: *mut u8;
        {
            i = 0_u8;
            Goto(again)
        }
        again = {
            StorageLive(a);
            p = &raw mut a;
            *p = i;
            x = a;
            StorageDead(a);
            i = i + 1_u8;
            b = i < 3_u8;
            match b { true => again, _ => done }
        }
        done = {
            Call(RET = show(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
