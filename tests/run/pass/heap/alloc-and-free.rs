// Memory from the heap can be written, read and freed.
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
        let q: *mut (u32, u32);
        let x: (u32, u32);
        {
            Call(p = __rust_alloc(8_usize, 4_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            q = CastPtrToPtr::<_, *mut (u32, u32)>(p);
            *q = (1_u32, 2_u32);
            (*q).1 = 3_u32;
            x = *q;
            Call(RET = __rust_dealloc(p, 8_usize, 4_usize), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Call(RET = show(x), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}
