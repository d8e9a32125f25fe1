// A box gives its memory back with its own type's size.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn __rust_alloc_zeroed(size: usize, align: usize) -> *mut u8 {
    unsafe { std::alloc::alloc_zeroed(std::alloc::Layout::from_size_align_unchecked(size, align)) }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *mut u8;
        let b: Box<u16>;
        {
            Call(p = __rust_alloc_zeroed(4_usize, 2_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            b = CastTransmute::<_, Box<u16>>(p);
            Drop(b, ReturnTo(dropped), UnwindContinue()) //~ ERROR incorrect layout on deallocation
        }
            dropped = {
            Return()
        }
    }
}
