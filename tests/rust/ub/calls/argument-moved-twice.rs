//@ edition: 2024
#![feature(custom_mir, core_intrinsics)]
use std::intrinsics::mir::*;

struct Number(i32);

fn callee(first: Number, mut second: Number) {
    second.0 = 0;
    assert_eq!(first.0, 42);
}

#[custom_mir(dialect = "runtime", phase = "optimized")]
fn caller() {
    mir! {
        let nothing: ();
        {
            let number = Number(42);
            let held = Move(number);
            Call(nothing = callee(Move(held), Move(held)), ReturnTo(done), UnwindContinue())
            //~^ ERROR[tree] moved into a call
            //~^ ERROR[stacked] moved into a call
            //~^ ERROR[none] uninitialized
        }
        done = {
            Return()
        }
    }
}

fn main() {
    println!("{}", std::mem::size_of::<Number>());
    caller();
}
