// Memory that a running function was given a mutable reference to must not be freed.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn __rust_alloc(size: usize, align: usize) -> *mut u8 { unsafe { std::alloc::alloc(std::alloc::Layout::from_size_align_unchecked(size, align)) } }
fn __rust_dealloc(ptr: *mut u8, size: usize, align: usize) { unsafe { std::alloc::dealloc(ptr, std::alloc::Layout::from_size_align_unchecked(size, align)) } }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(_1: &mut u32, _2: *mut u8) {
    mir! {
        type RET = ();
        {
            Call(RET = __rust_dealloc(_2, 4_usize, 4_usize), ReturnTo(bb1), UnwindContinue()) //~ ERROR[tree] the deallocation
            //~^ ERROR[stacked] which its call strongly protects
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let p: *mut u8;
        let q: *mut u32;
        let r: &'static mut u32;
        {
            Call(p = __rust_alloc(4_usize, 4_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            q = CastPtrToPtr::<_, *mut u32>(p);
            *q = 1_u32;
            r = &mut *q;
            Call(RET = f(r, p), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
