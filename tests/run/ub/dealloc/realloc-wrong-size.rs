// `realloc` is told the size that the memory has.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn __rust_alloc(size: usize, align: usize) -> *mut u8 {
    unsafe { std::alloc::alloc(std::alloc::Layout::from_size_align_unchecked(size, align)) }
}

fn __rust_realloc(ptr: *mut u8, old_size: usize, align: usize, new_size: usize) -> *mut u8 {
    unsafe {
        std::alloc::realloc(ptr, std::alloc::Layout::from_size_align_unchecked(old_size, align), new_size)
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *mut u8;
        {
            Call(p = __rust_alloc(4_usize, 4_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(p = __rust_realloc(p, 2_usize, 4_usize, 8_usize), ReturnTo(bb2), UnwindContinue())
            //~^ ERROR incorrect layout on deallocation
        }
        bb2 = {
            Return()
        }
    }
}
