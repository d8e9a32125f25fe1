// A moved box is a new borrow, which a dead one cannot have.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn __rust_alloc(size: usize, align: usize) -> *mut u8 { unsafe { std::alloc::alloc(std::alloc::Layout::from_size_align_unchecked(size, align)) } }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let p: *mut u8;
        let q: *mut i32;
        let a: Box<i32>;
        let b: Box<i32>;
        {
            Call(p = __rust_alloc(4_usize, 4_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            q = CastPtrToPtr::<_, *mut i32>(p);
            *q = 1_i32;
            a = CastTransmute::<_, Box<i32>>(q);
            *q = 2_i32;
            b = Move(a); //~ ERROR[tree] is forbidden
            //~^ ERROR[stacked] lost its permission
            Return()
        }
    }
}
