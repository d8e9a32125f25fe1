// The same as `debian-1.85-exposed-address.rs` in custom MIR, so that the machine knows who is wrong.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features)]

use core::intrinsics::mir::*;

fn show(byte: u8) {
    println!("{byte:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
#[inline(never)]
fn read(address: usize) -> u8 {
    mir! {
        type RET = u8;
        let pointer: *const u8;
        let again: usize;
        let exposed: *const u8;
        {
            pointer = CastTransmute(address);
            again = pointer as usize;
            exposed = again as *const u8;
            RET = *exposed;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let byte: u8;
        let copy: u8;
        let pointer: *const u8;
        let address: usize;
        {
            byte = 42_u8;
            pointer = &raw const byte;
            address = pointer as usize;
            Call(copy = read(address), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show(copy), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
