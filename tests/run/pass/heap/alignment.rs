// Memory from the heap is aligned as asked.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

fn __rust_alloc(size: usize, align: usize) -> *mut u8 {
    unsafe { std::alloc::alloc(std::alloc::Layout::from_size_align_unchecked(size, align)) }
}

fn __rust_dealloc(p: *mut u8, size: usize, align: usize) {
    unsafe { std::alloc::dealloc(p, std::alloc::Layout::from_size_align_unchecked(size, align)) }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let p: *mut u8;
        let n: usize;
        {
            Call(p = __rust_alloc(1_usize, 4096_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            n = p as usize;
            n = n % 4096_usize;
            Call(RET = __rust_dealloc(p, 1_usize, 4096_usize), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Call(RET = show(n), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}
