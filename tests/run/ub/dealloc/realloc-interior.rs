// `realloc` is given a pointer to the memory's beginning.
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
            Call(p = __rust_alloc(4_usize, 1_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            p = Offset(p, 1_usize);
            Call(p = __rust_realloc(p, 3_usize, 1_usize, 16_usize), ReturnTo(bb2), UnwindContinue())
            //~^ ERROR but not by a pointer to its beginning
        }
        bb2 = {
            Return()
        }
    }
}
