// Heap memory has as many bytes as were asked for.
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
        {
            Call(p = __rust_alloc(3_usize, 4_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            q = p as *mut u32;
            *q = 1_u32; //~ ERROR memory access failed: 4 bytes at offset 0 of
            Return()
        }
    }
}
