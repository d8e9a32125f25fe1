// A box's memory is gone when it was dropped.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn __rust_alloc_zeroed(size: usize, align: usize) -> *mut u8 {
    unsafe { std::alloc::alloc_zeroed(std::alloc::Layout::from_size_align_unchecked(size, align)) }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *mut u8;
        let b: Box<u8>;
        let y: u8;
        {
            Call(p = __rust_alloc_zeroed(1_usize, 1_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            b = CastTransmute::<_, Box<u8>>(p);
            Drop(b, ReturnTo(dropped), UnwindContinue())
        }
            dropped = {
            y = *p; //~ ERROR has been freed, so this pointer is dangling
            Return()
        }
    }
}
