// A list on the heap is walked and freed.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

fn __rust_alloc(size: usize, align: usize) -> *mut u8 {
    unsafe { std::alloc::alloc(std::alloc::Layout::from_size_align_unchecked(size, align)) }
}

fn __rust_dealloc(p: *mut u8, size: usize, align: usize) {
    unsafe { std::alloc::dealloc(p, std::alloc::Layout::from_size_align_unchecked(size, align)) }
}

struct Node {
    value: u32,
    next: *mut Node,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn push(_1: *mut Node, _2: u32) -> *mut Node {
    mir! {
        type RET = *mut Node;
        let p: *mut u8;
        {
            Call(p = __rust_alloc(16_usize, 8_usize), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            RET = CastPtrToPtr::<_, *mut Node>(p);
            (*RET).value = _2;
            (*RET).next = _1;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let head: *mut Node;
        let next: *mut Node;
        let sum: u32;
        let v: u32;
        let n: usize;
        let p: *mut u8;
        let i: u32;
        let go: bool;
        {
            head = const { 0_usize as *mut Node };
            i = 1_u32;
            Goto(fill)
        }
        fill = {
            Call(head = push(head, i), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            i = i + 1_u32;
            go = i < 5_u32;
            match go { true => fill, _ => start }
        }
        start = {
            sum = 0_u32;
            Goto(walk)
        }
        walk = {
            n = head as usize;
            match n { 0 => done, _ => visit }
        }
        visit = {
            v = (*head).value;
            sum = sum * 10_u32;
            sum = sum + v;
            next = (*head).next;
            p = CastPtrToPtr::<_, *mut u8>(head);
            Call(RET = __rust_dealloc(p, 16_usize, 8_usize), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            head = next;
            Goto(walk)
        }
        done = {
            Call(RET = show(sum), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}
