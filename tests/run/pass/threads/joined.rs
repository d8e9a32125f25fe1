// A thread that was joined has written what it was given.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn __rustassay_spawn(function: fn(*mut u8), data: *mut u8) -> usize {
    let data = data.expose_provenance();
    let thread = std::thread::spawn(move || function(core::ptr::with_exposed_provenance_mut(data)));
    Box::into_raw(Box::new(thread)).expose_provenance()
}

fn __rustassay_join(thread: usize) {
    let thread = core::ptr::with_exposed_provenance_mut::<std::thread::JoinHandle<()>>(thread);
    unsafe { Box::from_raw(thread) }.join().unwrap();
}

fn __rustassay_yield() {
    std::thread::yield_now();
}

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn work(data: *mut u8) {
    mir! {
        type RET = ();
        let unit: ();
        {
            *data = 7_u8;
            Call(unit = __rustassay_yield(), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            *data = *data + 1_u8;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let p: *mut u8;
        let function: fn(*mut u8);
        let thread: usize;
        let y: u8;
        let unit: ();
        {
            x = 0_u8;
            p = &raw mut x;
            function = const { work as fn(*mut u8) };
            Call(thread = __rustassay_spawn(function, p), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(unit = __rustassay_join(thread), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            y = x;
            Call(unit = show(y), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}
