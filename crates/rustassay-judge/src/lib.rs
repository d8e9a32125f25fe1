//! Runs a program by every backend at hand, and says who is wrong.
//!
//! - [`case`]: a program, in the languages that compilers take.
//! - [`answer`]: what it must do, by the abstract machine.
//! - [`backend`], [`sets`], [`config`]: ways to run it, as data.
//! - [`llvm_set`], [`pipeline`]: ways to call another LLVM than the compiler's own.
//! - [`llvm_steps`]: the steps after rustc, if another LLVM makes the code.
//! - [`engine`]: runs it.
//! - [`evaluator`]: the compile-time evaluator as one more way to run it.
//! - [`interpreter`]: ordinary Rust on the machine.
//! - [`packer`]: many programs as modules of one crate.
//! - [`batch`]: many programs at the price of one.
//! - [`checking`]: what compilers think of many small libraries, which are not run.
//! - [`verdict`]: who is wrong.
//! - [`words`]: what happened, for people.

pub mod answer;
pub mod backend;
pub mod batch;
pub mod case;
pub mod checking;
pub mod config;
mod emulation;
pub mod engine;
pub mod evaluator;
pub mod interpreter;
pub mod llvm_set;
pub mod llvm_steps;
pub mod miri;
pub mod packer;
pub mod pipeline;
pub mod sets;
mod starvation;
pub mod verdict;
pub mod words;
