// Memory from `alloc_zeroed` holds zeros.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn __rust_alloc_zeroed(size: usize, align: usize) -> *mut u8 {
    unsafe { std::alloc::alloc_zeroed(std::alloc::Layout::from_size_align_unchecked(size, align)) }
}

fn __rust_dealloc(ptr: *mut u8, size: usize, align: usize) {
    unsafe { std::alloc::dealloc(ptr, std::alloc::Layout::from_size_align_unchecked(size, align)) }
}

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *mut u8;
        let q: *mut u32;
        let x: u32;
        let unit: ();
        {
            Call(p = __rust_alloc_zeroed(4_usize, 4_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            q = p as *mut u32;
            x = *q;
            Call(unit = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Call(unit = __rust_dealloc(p, 4_usize, 4_usize), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}
