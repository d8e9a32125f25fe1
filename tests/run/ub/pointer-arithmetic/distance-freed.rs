// Pointers into freed memory have no distance.
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
        let m: *mut u8;
        let p: *const u8;
        let q: *const u8;
        let d: isize;
        let unit: ();
        {
            Call(m = __rust_alloc(2_usize, 1_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            p = m as *const u8;
            q = Offset(p, 1_usize);
            Call(unit = __rust_dealloc(m, 2_usize, 1_usize), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Call(d = core::intrinsics::ptr_offset_from(q, p), ReturnTo(bb3), UnwindUnreachable())
            //~^ ERROR has been freed
        }
        bb3 = {
            Return()
        }
    }
}
