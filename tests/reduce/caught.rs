// A program whose only `&` is in a function that is called by `catch_unwind`, as generated programs call those that may panic: by a pointer to bytes, with
// a pointer to what it works on and to what all functions write down what they saw.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: u32) {
    println!("{a}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn observe(state: *mut u32, value: u32) {
    mir! {
        type RET = ();
        let mixed: u32;
        {
            mixed = (*state) ^ value;
            *state = mixed + 7_u32;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn handle(data: *mut u8, payload: *mut u8) {
    mir! {
        type RET = ();
        {
            *data = 0_u8;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn twice(x: u32) -> u32 {
    mir! {
        type RET = u32;
        {
            RET = x + x;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn masked(x: u32, y: u32) -> u32 {
    mir! {
        type RET = u32;
        let low: u32;
        {
            low = x & y;
            RET = low + 1_u32;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn attempt(bytes: *mut u8) {
    mir! {
        type RET = ();
        let data: *mut (*mut u32, u32);
        let state: *mut u32;
        let value: *mut u32;
        let f: fn(u32, u32) -> u32;
        let x: u32;
        let y: u32;
        let z: u32;
        let nothing: ();
        {
            data = bytes as *mut (*mut u32, u32);
            state = (*data).0;
            value = &raw mut (*data).1;
            x = *value;
            Call(y = twice(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            f = const { masked as fn(u32, u32) -> u32 };
            Call(z = f(y, x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            *value = z;
            Call(nothing = observe(state, y), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            match z {
                3 => bb4,
                _ => bb5,
            }
        }
        bb4 = {
            *value = 4_u32;
            Return()
        }
        bb5 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let total: u32;
        let state: *mut u32;
        let a: u32;
        let b: u32;
        let data: (*mut u32, u32);
        let pointer: *mut (*mut u32, u32);
        let bytes: *mut u8;
        let tried: fn(*mut u8);
        let caught: fn(*mut u8, *mut u8);
        let panicked: i32;
        let result: u32;
        {
            total = 5_u32;
            state = &raw mut total;
            a = 12_u32;
            Call(b = twice(a), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = observe(state, b), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            data = (state, b);
            pointer = &raw mut data;
            bytes = pointer as *mut u8;
            tried = const { attempt as fn(*mut u8) };
            caught = const { handle as fn(*mut u8, *mut u8) };
            Call(panicked = core::intrinsics::catch_unwind(tried, bytes, caught), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            result = data.1;
            Call(RET = observe(state, result), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            match panicked {
                0 => bb5,
                _ => bb6,
            }
        }
        bb5 = {
            Call(RET = observe(state, a), ReturnTo(bb6), UnwindContinue())
        }
        bb6 = {
            Call(RET = show(total), ReturnTo(bb7), UnwindContinue())
        }
        bb7 = {
            Return()
        }
    }
}
