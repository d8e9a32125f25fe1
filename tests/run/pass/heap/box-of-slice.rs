// A box of a slice drops every element.
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
        let q: *mut [u8;
        3];
        let b: Box<[Loud;
        3]>;
        let s: Box<[Loud]>;
        {
            Call(p = __rust_alloc(3_usize, 1_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            q = CastPtrToPtr::<_, *mut [u8; 3]>(p);
            *q = [1_u8, 2_u8, 3_u8];
            b = CastTransmute::<_, Box<[Loud; 3]>>(q);
            s = CastUnsize::<_, Box<[Loud]>>(Move(b));
            Drop(s, ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
