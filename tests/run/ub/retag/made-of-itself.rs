// A reference to where it is written to is a new borrow, which a dead one cannot have.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct Chain {
    pub next: Option<&'static Chain>,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: Chain;
        let r: &'static Chain;
        let o: Option<&'static Chain>;
        {
            o = Option::None;
            a = Chain { next: o };
            r = &a;
            o = Option::Some(r);
            a = Chain { next: o }; //~ ERROR[tree] is forbidden
            //~^ ERROR[stacked] lost its permission
            Return()
        }
    }
}
