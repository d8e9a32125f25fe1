//! The two macro systems of Rust as two implementations of one function.
//!
//! A function with a part of it taken out is the body of a macro; the part is its argument. Written as a macro by example and as a
//! procedural macro, the two must expand to the same for every argument. The idea is Rust-twins' (Yang, Gao, Liu, Li, Xue: "Rust-twins:
//! Automatic Rust Compiler Testing through Program Mutation and Dual Macros Generation", ASE 2024), where a language model writes the
//! macros; here they are equal by construction.
//!
//! - [`source`], [`sites`]: functions, and the parts that can be taken out.
//! - [`pair`], [`write`]: the macros.
//! - [`inputs`]: what they are expanded with.
//! - [`plan`]: which pairs, from a seed.
//! - [`libraries`]: `syn` and `quote` for a compiler under test.
//! - [`compile`], [`normal`]: what a compiler makes of them, in a form in which only what counts can differ.
//! - [`by_model`]: twins that a language model wrote, if there is one.
//! - [`behave`]: what programs do that are made of them.
//! - [`run`], [`known`]: where they differ, and whether the language explains it.

pub mod behave;
pub mod by_model;
pub mod compile;
pub mod inputs;
pub mod kind;
pub mod known;
pub mod libraries;
pub mod normal;
pub mod pair;
pub mod plan;
pub mod run;
pub mod save;
pub mod sites;
pub mod source;
pub mod write;
