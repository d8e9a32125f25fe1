#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;
fn show(a: u32) {
    println!("{a}");
}
#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {{
let bb1=BasicBlock::Normal;
let bb2=BasicBlock::Normal;
{#[allow(non_snake_case)]let RET: ();
let x: u32;
let y: u32;
let a: u32;
let b: u32;
{{{
x = 12_u32;
y = 10_u32;
a = x & y;
b = x ^ y;
Call(RET = show(a), ReturnTo(bb1), UnwindContinue())};
{
Call(RET = show(b), ReturnTo(bb2), UnwindContinue())};
{
Return()};
RET}}}}}
