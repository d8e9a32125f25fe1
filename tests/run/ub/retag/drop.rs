// What is dropped is protected while its destructor runs: nobody else may change it.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

struct Own {
    n: i32,
    p: *mut i32,
}
impl Drop for Own {
    fn drop(&mut self) {
        change(self)
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn change(_1: &mut Own) {
    mir! {
        type RET = ();
        let p: *mut i32;
        {
            p = (*_1).p;
            *p = 2_i32; //~ ERROR[tree] is forbidden
            //~^ ERROR[stacked] lost its permission
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let p: *mut i32;
        let a: Own;
        {
            x = 1_i32;
            p = &raw mut x;
            a = Own { n: 1_i32, p: p };
            a.p = &raw mut a.n;
            Drop(a, ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
