#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic, long_running_const_eval)]

extern crate core;
use core::intrinsics::mir::*;

// A generator of random numbers, and what else integers can do.
#[custom_mir(dialect = "runtime", phase = "initial")]
pub const fn run(_1: u64) -> u64 {
    mir! {
        type RET = u64;
        let i: u64;
        let a: u64;
        let b: u64;
        let more: bool;
        {
            i = 0_u64;
            a = 1_u64;
            b = 7_u64;
            Goto(head)
        }
        head = {
            more = i < _1;
            match more { true => body, _ => done }
        }
        body = {
            a = a * 6364136223846793005_u64;
            a = a + 1442695040888963407_u64;
            b = a ^ b;
            b = b >> 3_u32;
            b = b + i;
            i = i + 1_u64;
            Goto(head)
        }
        done = {
            RET = a ^ b;
            Return()
        }
    }
}
