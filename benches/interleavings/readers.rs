//! One of the programs of `benches/interleavings.rs`.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, non_snake_case)]

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

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[repr(C)]
pub struct Shared {
    pub r0: u64,
    pub r1: u64,
    pub r2: u64,
    pub r3: u64,
    pub x0: u64,
    pub x1: u64,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn thread1(data: *mut u8) {
    mir! {
        type RET = ();
        let shared: *mut Shared;
        let source: *const u64;
        let pair: (u64, bool);
        let unit: ();
        let x0: *mut u64;
        let x1: *mut u64;
        {
            shared = CastPtrToPtr(data);
            x0 = &raw mut (*shared).x0;
            x1 = &raw mut (*shared).x1;
            Goto(bb1)
        }
        bb1 = {
            Call(unit = core::intrinsics::atomic_store::<_, { core::intrinsics::AtomicOrdering::Relaxed }>(x0, 1_u64), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn thread2(data: *mut u8) {
    mir! {
        type RET = ();
        let shared: *mut Shared;
        let source: *const u64;
        let pair: (u64, bool);
        let unit: ();
        let x0: *mut u64;
        let x1: *mut u64;
        {
            shared = CastPtrToPtr(data);
            x0 = &raw mut (*shared).x0;
            x1 = &raw mut (*shared).x1;
            Goto(bb1)
        }
        bb1 = {
            Call(unit = core::intrinsics::atomic_store::<_, { core::intrinsics::AtomicOrdering::Relaxed }>(x1, 1_u64), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn thread3(data: *mut u8) {
    mir! {
        type RET = ();
        let shared: *mut Shared;
        let source: *const u64;
        let pair: (u64, bool);
        let unit: ();
        let x0: *mut u64;
        let x1: *mut u64;
        let r0: u64;
        let r1: u64;
        {
            shared = CastPtrToPtr(data);
            x0 = &raw mut (*shared).x0;
            x1 = &raw mut (*shared).x1;
            Goto(bb1)
        }
        bb1 = {
            source = &raw const *x0;
            Call(r0 = core::intrinsics::atomic_load::<_, { core::intrinsics::AtomicOrdering::Acquire }>(source), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            source = &raw const *x1;
            Call(r1 = core::intrinsics::atomic_load::<_, { core::intrinsics::AtomicOrdering::Acquire }>(source), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            (*shared).r0 = r0;
            (*shared).r1 = r1;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn thread4(data: *mut u8) {
    mir! {
        type RET = ();
        let shared: *mut Shared;
        let source: *const u64;
        let pair: (u64, bool);
        let unit: ();
        let x0: *mut u64;
        let x1: *mut u64;
        let r2: u64;
        let r3: u64;
        {
            shared = CastPtrToPtr(data);
            x0 = &raw mut (*shared).x0;
            x1 = &raw mut (*shared).x1;
            Goto(bb1)
        }
        bb1 = {
            source = &raw const *x1;
            Call(r2 = core::intrinsics::atomic_load::<_, { core::intrinsics::AtomicOrdering::Acquire }>(source), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            source = &raw const *x0;
            Call(r3 = core::intrinsics::atomic_load::<_, { core::intrinsics::AtomicOrdering::Acquire }>(source), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            (*shared).r2 = r2;
            (*shared).r3 = r3;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let shared: Shared;
        let whole: *mut Shared;
        let data: *mut u8;
        let function: fn(*mut u8);
        let unit: ();
        let handle1: usize;
        let handle2: usize;
        let handle3: usize;
        let handle4: usize;
        let all: [u64; 6];
        {
            shared = Shared { r0: 0_u64, r1: 0_u64, r2: 0_u64, r3: 0_u64, x0: 0_u64, x1: 0_u64 };
            whole = &raw mut shared;
            data = CastPtrToPtr(whole);
            Goto(bb1)
        }
        bb1 = {
            function = const { thread1 as fn(*mut u8) };
            Call(handle1 = __rustassay_spawn(function, data), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            function = const { thread2 as fn(*mut u8) };
            Call(handle2 = __rustassay_spawn(function, data), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            function = const { thread3 as fn(*mut u8) };
            Call(handle3 = __rustassay_spawn(function, data), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            function = const { thread4 as fn(*mut u8) };
            Call(handle4 = __rustassay_spawn(function, data), ReturnTo(bb5), UnwindContinue())
        }
        bb5 = {
            Call(unit = __rustassay_join(handle1), ReturnTo(bb6), UnwindContinue())
        }
        bb6 = {
            Call(unit = __rustassay_join(handle2), ReturnTo(bb7), UnwindContinue())
        }
        bb7 = {
            Call(unit = __rustassay_join(handle3), ReturnTo(bb8), UnwindContinue())
        }
        bb8 = {
            Call(unit = __rustassay_join(handle4), ReturnTo(bb9), UnwindContinue())
        }
        bb9 = {
            all = [shared.r0, shared.r1, shared.r2, shared.r3, shared.x0, shared.x1];
            Call(unit = show(all), ReturnTo(bb10), UnwindContinue())
        }
        bb10 = {
            Return()
        }
    }
}
