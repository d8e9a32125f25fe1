// What is dropped is protected as a whole while the destructor of a field runs.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

struct Loud(*mut i32);
impl Drop for Loud {
    fn drop(&mut self) {
        change(self)
    }
}

struct Outer {
    n: i32,
    m: i32,
    l: Loud,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn change(_1: &mut Loud) {
    mir! {
        type RET = ();
        let p: *mut i32;
        {
            p = (*_1).0;
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
        let l: Loud;
        let a: Outer;
        {
            x = 1_i32;
            p = &raw mut x;
            l = Loud(p);
            a = Outer { n: 1_i32, m: 1_i32, l: Move(l) };
            a.l.0 = &raw mut a.n;
            Drop(a, ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
