// Crashes rustc 1.85, 1.95, 1.96 and a nightly of 1.97 at -Copt-level=1 and above: ReferencePropagation puts the field in place of the pointer to it, and the result
// of a call may not go to a field of a packed type. Generated programs found it.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features)]

use core::intrinsics::mir::*;

#[repr(C, packed)]
#[derive(Copy, Clone)]
struct Packed {
    flag: bool,
}

#[inline(never)]
fn yes() -> bool {
    true
}

fn show(packed: Packed) {
    println!("{}", packed.flag);
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let packed: Packed;
        let pointer: *mut bool;
        {
            packed = Packed { flag: false };
            pointer = &raw mut packed.flag;
            Call(*pointer = yes(), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(RET = show(packed), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Return()
        }
    }
}
