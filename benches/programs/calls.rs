#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic, long_running_const_eval)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub const fn step(_1: u64, _2: (u32, u32)) -> u64 {
    mir! {
        type RET = u64;
        let _3: u64;
        {
            _3 = _2.0 as u64;
            RET = _1 * 31_u64;
            RET = RET + _3;
            Return()
        }
    }
}

// A function that is called with a scalar and a pair.
#[custom_mir(dialect = "runtime", phase = "initial")]
pub const fn run(_1: u64) -> u64 {
    mir! {
        type RET = u64;
        let i: u64;
        let pair: (u32, u32);
        let low: u32;
        let more: bool;
        {
            i = 0_u64;
            RET = 0_u64;
            Goto(head)
        }
        head = {
            more = i < _1;
            match more { true => body, _ => done }
        }
        body = {
            low = i as u32;
            pair = (low, low);
            i = i + 1_u64;
            Call(RET = step(RET, pair), ReturnTo(head), UnwindContinue())
        }
        done = {
            Return()
        }
    }
}
