// As 1.89 and 1.90 say it: since 1.91 the operand's type is a generic parameter of its own.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features)]
extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: *mut usize) -> usize {
    mir! {
        {
            Call(RET = core::intrinsics::atomic_and::<_, { core::intrinsics::AtomicOrdering::Acquire }>(_1, 3_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Return()
        }
    }
}

fn main() {
    println!("{}", f(&mut 7));
}
