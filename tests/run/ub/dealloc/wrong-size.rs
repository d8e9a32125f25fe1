// Memory is given back with the size that it was asked for with.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn __rust_alloc(size: usize, align: usize) -> *mut u8 {
    unsafe { std::alloc::alloc(std::alloc::Layout::from_size_align_unchecked(size, align)) }
}

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
            Call(p = __rust_alloc(4_usize, 4_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(unit = __rust_dealloc(p, 8_usize, 4_usize), ReturnTo(bb2), UnwindContinue())
            //~^ ERROR has size 4 and alignment 4, but gave size 8 and alignment 4
        }
        bb2 = {
            Return()
        }
    }
}
