// The memory of a box is freed when the destructor of its contents panics.
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
fn fail() { panic!() }

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
            Call(RET = fail(), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn attempt(_1: *mut u8) {
    mir! {
        type RET = ();
        let p: *mut u8;
        let b: Box<Loud>;
        {
            Call(p = __rust_alloc(1_usize, 1_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            *p = 5_u8;
            b = CastTransmute::<_, Box<Loud>>(p);
            Drop(b, ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn caught(_1: *mut u8, _2: *mut u8) {
    mir! {
        type RET = ();
        {
            Call(RET = show(6_u8), ReturnTo(bb1), UnwindContinue())
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
        let r: i32;
        let a: fn(*mut u8);
        let c: fn(*mut u8, *mut u8);
        let p: *mut u8;
        let x: u8;
        {
            a = const { attempt as fn(*mut u8) };
            c = const { caught as fn(*mut u8, *mut u8) };
            p = &raw mut x;
            Call(r = core::intrinsics::catch_unwind(a, p, c), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show(r), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
