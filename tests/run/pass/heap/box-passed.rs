// A box goes to a function and comes back.
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
fn bump(_1: Box<u32>) -> Box<u32> {
    mir! {
        type RET = Box<u32>;
        let p: *mut u32;
        let x: u32;
        {
            p = CastTransmute::<_, *mut u32>(Move(_1));
            x = *p;
            *p = x + 1_u32;
            RET = CastTransmute::<_, Box<u32>>(p);
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
        let b: Box<u32>;
        let c: Box<u32>;
        let x: u32;
        {
            Call(p = __rust_alloc(4_usize, 4_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            q = CastPtrToPtr::<_, *mut u32>(p);
            *q = 41_u32;
            b = CastTransmute::<_, Box<u32>>(q);
            Call(c = bump(Move(b)), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            q = CastTransmute::<_, *mut u32>(c);
            x = *q;
            Drop(c, ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Call(RET = show(x), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Return()
        }
    }
}
