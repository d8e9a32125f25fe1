// A box's memory is as long as its type.
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
        let b: Box<u32>;
        {
            Call(p = __rust_alloc(2_usize, 4_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            b = CastTransmute::<_, Box<u32>>(p);
            //~^ ERROR encountered a dangling box (going beyond the bounds of its allocation)
            Return()
        }
    }
}
