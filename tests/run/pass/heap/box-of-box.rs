// A box in a box is freed first.
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

struct Loud(u8);
impl Drop for Loud {
    fn drop(&mut self) {
        say(self)
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn say(_1: &mut Loud) {
    mir! {
        type RET = ();
        let n: u8;
        {
            n = (*_1).0;
            Call(RET = show(n), ReturnTo(bb1), UnwindContinue())
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
        let q: *mut Box<Loud>;
        let b: Box<Loud>;
        let c: Box<Box<Loud>>;
        {
            Call(p = __rust_alloc(1_usize, 1_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            *p = 5_u8;
            b = CastTransmute::<_, Box<Loud>>(p);
            Call(p = __rust_alloc(8_usize, 8_usize), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            q = CastPtrToPtr::<_, *mut Box<Loud>>(p);
            *q = Move(b);
            c = CastTransmute::<_, Box<Box<Loud>>>(q);
            Drop(c, ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}
