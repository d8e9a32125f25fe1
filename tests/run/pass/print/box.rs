// A box prints what it holds.
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

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let p: *mut u8;
        let b: Box<u8>;
        let r: &'static Box<u8>;
        {
            Call(p = __rust_alloc(1_usize, 1_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            *p = 5_u8;
            b = CastTransmute::<_, Box<u8>>(p);
            r = &b;
            Call(RET = show(r), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Drop(b, ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}
