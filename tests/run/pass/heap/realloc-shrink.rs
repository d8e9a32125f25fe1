// Memory that shrinks keeps what is left, uninitialized or not.
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

fn __rust_realloc(p: *mut u8, size: usize, align: usize, new_size: usize) -> *mut u8 {
    unsafe { std::alloc::realloc(p, std::alloc::Layout::from_size_align_unchecked(size, align), new_size) }
}

fn __rust_dealloc(p: *mut u8, size: usize, align: usize) {
    unsafe { std::alloc::dealloc(p, std::alloc::Layout::from_size_align_unchecked(size, align)) }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let p: *mut u8;
        let x: u8;
        {
            Call(p = __rust_alloc(100_usize, 1_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            *p = 7_u8;
            Call(p = __rust_realloc(p, 100_usize, 1_usize, 10_usize), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            x = *p;
            Call(RET = __rust_dealloc(p, 10_usize, 1_usize), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Call(RET = show(x), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Return()
        }
    }
}
