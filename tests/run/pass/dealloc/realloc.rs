// `realloc` keeps the contents as far as both sizes go.
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

fn __rust_realloc(ptr: *mut u8, old_size: usize, align: usize, new_size: usize) -> *mut u8 {
    unsafe {
        std::alloc::realloc(ptr, std::alloc::Layout::from_size_align_unchecked(old_size, align), new_size)
    }
}

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *mut u8;
        let x: u8;
        let unit: ();
        {
            Call(p = __rust_alloc(2_usize, 1_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            *p = 6_u8;
            Call(p = __rust_realloc(p, 2_usize, 1_usize, 100_usize), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            x = *p;
            Call(unit = show(x), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Call(unit = __rust_dealloc(p, 100_usize, 1_usize), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Return()
        }
    }
}
