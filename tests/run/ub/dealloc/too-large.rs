// No allocation is larger than `isize::MAX`, rounded up to its alignment.
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
        {
            Call(p = __rust_alloc_zeroed(9223372036854775807_usize, 2_usize), ReturnTo(bb1), UnwindContinue())
            //~^ ERROR which is no layout of an allocation
        }
        bb1 = {
            Return()
        }
    }
}
