#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic, long_running_const_eval)]

extern crate core;
use core::intrinsics::mir::*;

// An array, accessed by index, by raw pointer and by reference.
#[custom_mir(dialect = "runtime", phase = "initial")]
pub const fn run(_1: u64) -> u64 {
    mir! {
        type RET = u64;
        let i: u64;
        let array: [u64; 16];
        let p: *mut u64;
        let r: &'static mut u64;
        let k: usize;
        let t: u64;
        let more: bool;
        {
            i = 0_u64;
            array = [1_u64; 16];
            Goto(head)
        }
        head = {
            more = i < _1;
            match more { true => body, _ => done }
        }
        body = {
            k = i as usize;
            k = k & 15_usize;
            p = &raw mut array[k];
            t = *p;
            t = t + i;
            *p = t;
            r = &mut *p;
            t = *r;
            *r = t;
            t = array[k];
            array[k] = t;
            i = i + 1_u64;
            Goto(head)
        }
        done = {
            k = 3_usize;
            RET = array[k];
            Return()
        }
    }
}
