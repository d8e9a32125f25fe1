// What is one or two scalars, and nothing else, is read before it is written.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Copy, Clone)]
pub struct Whole(pub u64);

#[derive(Copy, Clone)]
#[repr(C)]
pub struct Pair(pub u32, pub u32);

#[derive(Copy, Clone)]
#[repr(C)]
pub struct OfPair(pub Pair);

#[derive(Copy, Clone)]
pub enum Either {
    A(u32),
    B(i32),
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let whole: Whole;
        let of_pair: OfPair;
        let pair: Pair;
        let either: Either;
        let niche: Option<bool>;
        let text: (&'static str, ());
        {
            whole = Whole(1_u64);
            whole = whole;
            pair = Pair(1_u32, 2_u32);
            pair = pair;
            of_pair = OfPair(pair);
            of_pair = of_pair;
            either = Either::B(1_i32);
            either = either;
            niche = const { Option::<bool>::Some(true) };
            niche = niche;
            text = const { ("text", ()) };
            text = text;
            Return()
        }
    }
}
