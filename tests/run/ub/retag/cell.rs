// A reference in a copied cell is a new borrow, which a dead one cannot have.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let r: &'static i32;
        let a: core::cell::UnsafeCell<&'static i32>;
        let p: *mut core::cell::UnsafeCell<&'static i32>;
        let q: *mut &'static i32;
        let b: core::cell::UnsafeCell<&'static i32>;
        {
            x = 1_i32;
            r = &x;
            p = &raw mut a;
            q = CastPtrToPtr::<_, *mut &'static i32>(p);
            *q = r;
            x = 2_i32;
            b = Move(a); //~ ERROR[tree] is forbidden
            //~^ ERROR[stacked] lost its permission
            Return()
        }
    }
}
