#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic, long_running_const_eval)]

extern crate core;
use core::intrinsics::mir::*;

// References that are copied, put into a pair, taken out again, passed and returned: each copy is a borrow of its own.
#[custom_mir(dialect = "runtime", phase = "initial")]
const fn pass(_1: &'static u64) -> &'static u64 {
    mir! {
        type RET = &'static u64;
        {
            RET = _1;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub const fn run(_1: u64) -> u64 {
    mir! {
        type RET = u64;
        let i: u64;
        let x: u64;
        let r: &'static u64;
        let s: &'static u64;
        let pair: (&'static u64, u64);
        let t: u64;
        let more: bool;
        {
            i = 0_u64;
            x = 1_u64;
            t = 0_u64;
            Goto(head)
        }
        head = {
            more = i < _1;
            match more { true => body, _ => done }
        }
        body = {
            r = &x;
            s = r;
            pair = (s, i);
            r = pair.0;
            Call(s = pass(r), ReturnTo(next), UnwindUnreachable())
        }
        next = {
            t = *s;
            x = t + i;
            i = i + 1_u64;
            Goto(head)
        }
        done = {
            RET = x;
            Return()
        }
    }
}
