// A shared reference does not suffice to free memory.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn __rust_alloc(size: usize, align: usize) -> *mut u8 { unsafe { std::alloc::alloc(std::alloc::Layout::from_size_align_unchecked(size, align)) } }
fn __rust_dealloc(ptr: *mut u8, size: usize, align: usize) { unsafe { std::alloc::dealloc(ptr, std::alloc::Layout::from_size_align_unchecked(size, align)) } }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let p: *mut u8;
        let r: &'static u8;
        let q: *mut u8;
        {
            Call(p = __rust_alloc(1_usize, 1_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            *p = 1_u8;
            r = &*p;
            q = CastTransmute::<_, *mut u8>(r);
            Call(RET = __rust_dealloc(q, 1_usize, 1_usize), ReturnTo(bb2), UnwindContinue()) //~ ERROR[tree] the deallocation
            //~^ ERROR[stacked] deallocation through
        }
        bb2 = {
            Return()
        }
    }
}
