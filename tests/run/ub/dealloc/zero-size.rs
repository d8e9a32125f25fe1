// The allocator is not asked for nothing.
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
        {
            Call(p = __rust_alloc(0_usize, 1_usize), ReturnTo(bb1), UnwindContinue())
            //~^ ERROR allocating 0 bytes with alignment 1
        }
        bb1 = {
            Return()
        }
    }
}
