// Boxes in a struct are dropped in order, and the option of one by its niche.
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
struct S {
    a: Box<Loud>,
    b: Option<Box<Loud>>,
    c: Option<Box<Loud>>,
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
fn boxed(_1: u8) -> Box<Loud> {
    mir! {
        type RET = Box<Loud>;
        let p: *mut u8;
        {
            Call(p = __rust_alloc(1_usize, 1_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            *p = _1;
            RET = CastTransmute::<_, Box<Loud>>(p);
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: Box<Loud>;
        let b: Box<Loud>;
        let ob: Option<Box<Loud>>;
        let oc: Option<Box<Loud>>;
        let s: S;
        {
            Call(a = boxed(1_u8), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(b = boxed(2_u8), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            ob = Option::<Box<Loud>>::Some(Move(b));
            oc = Option::<Box<Loud>>::None;
            s = S { a: Move(a), b: Move(ob), c: Move(oc) };
            Drop(s, ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}
