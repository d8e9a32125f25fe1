// Atomic updates by several threads all count.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn __rust_alloc(size: usize, align: usize) -> *mut u8 {
    unsafe { std::alloc::alloc(std::alloc::Layout::from_size_align_unchecked(size, align)) }
}

fn __rust_dealloc(ptr: *mut u8, size: usize, align: usize) {
    unsafe { std::alloc::dealloc(ptr, std::alloc::Layout::from_size_align_unchecked(size, align)) }
}

fn __rustassay_spawn(function: fn(*mut u8), data: *mut u8) -> usize {
    let data = data.expose_provenance();
    let thread = std::thread::spawn(move || function(core::ptr::with_exposed_provenance_mut(data)));
    Box::into_raw(Box::new(thread)).expose_provenance()
}

fn __rustassay_join(thread: usize) {
    let thread = core::ptr::with_exposed_provenance_mut::<std::thread::JoinHandle<()>>(thread);
    unsafe { Box::from_raw(thread) }.join().unwrap();
}

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn count(data: *mut u8) {
    mir! {
        type RET = ();
        let rounds: u8;
        let old: u8;
        let kept: (u8, u8);
        {
            rounds = 0_u8;
            Goto(bb1)
        }
        bb1 = {
            match rounds {
                3_u8 => bb3,
                _ => bb2,
            }
        }
        bb2 = {
            Call(old = core::intrinsics::atomic_xadd::<_, _, { core::intrinsics::AtomicOrdering::Relaxed }>(data, 1_u8), ReturnTo(bb4), UnwindUnreachable())
        }
        bb3 = {
            Return()
        }
        bb4 = {
            kept = (old, rounds);
            rounds = rounds + 1_u8;
            Goto(bb1)
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let data: *mut u8;
        let function: fn(*mut u8);
        let first: usize;
        let second: usize;
        let sum: u8;
        let unit: ();
        {
            Call(data = __rust_alloc(1_usize, 1_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            *data = 0_u8;
            function = const { count as fn(*mut u8) };
            Call(first = __rustassay_spawn(function, data), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Call(second = __rustassay_spawn(function, data), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Call(unit = count(data), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Call(unit = __rustassay_join(first), ReturnTo(bb5), UnwindContinue())
        }
        bb5 = {
            Call(unit = __rustassay_join(second), ReturnTo(bb6), UnwindContinue())
        }
        bb6 = {
            sum = *data;
            Call(unit = show(sum), ReturnTo(bb7), UnwindContinue())
        }
        bb7 = {
            Call(unit = __rust_dealloc(data, 1_usize, 1_usize), ReturnTo(bb8), UnwindContinue())
        }
        bb8 = {
            Return()
        }
    }
}
