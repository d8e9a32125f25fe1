// Null was never allocated.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn __rust_dealloc(ptr: *mut u8, size: usize, align: usize) {
    unsafe { std::alloc::dealloc(ptr, std::alloc::Layout::from_size_align_unchecked(size, align)) }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *mut u8;
        let unit: ();
        {
            p = const { 0_usize as *mut u8 };
            Call(unit = __rust_dealloc(p, 1_usize, 1_usize), ReturnTo(bb1), UnwindContinue())
            //~^ ERROR deallocation failed: null pointer
        }
        bb1 = {
            Return()
        }
    }
}
