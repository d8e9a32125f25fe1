// A box of allocated memory gives it back when it is dropped.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn __rust_alloc(size: usize, align: usize) -> *mut u8 {
    unsafe { std::alloc::alloc(std::alloc::Layout::from_size_align_unchecked(size, align)) }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *mut u8;
        let q: *mut u32;
        let b: Box<u32>;
        {
            Call(p = __rust_alloc(4_usize, 4_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            q = p as *mut u32;
            *q = 5_u32;
            b = CastTransmute::<_, Box<u32>>(q);
            Drop(b, ReturnTo(dropped), UnwindContinue())
        }
            dropped = {
            Return()
        }
    }
}
