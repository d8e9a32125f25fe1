// Memory that grows keeps its contents.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
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
        let q: *mut u16;
        let x: u16;
        let y: u16;
        {
            Call(p = __rust_alloc(2_usize, 2_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            q = CastPtrToPtr::<_, *mut u16>(p);
            *q = 7_u16;
            Call(p = __rust_realloc(p, 2_usize, 2_usize, 4000_usize), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            q = CastPtrToPtr::<_, *mut u16>(p);
            x = *q;
            q = Offset(q, 1999_usize);
            *q = 8_u16;
            y = *q;
            Call(RET = __rust_dealloc(p, 4000_usize, 2_usize), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Call(RET = show2(x, y), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Return()
        }
    }
}
