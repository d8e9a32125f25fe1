// Zeroed memory can be read at once.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

fn __rust_alloc_zeroed(size: usize, align: usize) -> *mut u8 {
    unsafe { std::alloc::alloc_zeroed(std::alloc::Layout::from_size_align_unchecked(size, align)) }
}

fn __rust_dealloc(p: *mut u8, size: usize, align: usize) {
    unsafe { std::alloc::dealloc(p, std::alloc::Layout::from_size_align_unchecked(size, align)) }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let p: *mut u8;
        let q: *mut [u16;
        4];
        let x: [u16;
        4];
        {
            Call(p = __rust_alloc_zeroed(8_usize, 2_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            q = CastPtrToPtr::<_, *mut [u16; 4]>(p);
            x = *q;
            Call(RET = __rust_dealloc(p, 8_usize, 2_usize), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Call(RET = show(x), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}
