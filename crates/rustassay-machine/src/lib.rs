//! An abstract machine for Rust's MIR that finds Undefined Behavior.
//!
//! [`machine::Machine`] runs a program of the model, in the spirit of Miri (POPL 2026) and with the clarity of MiniRust as the
//! measure: what a program does, or which rule it breaks, with every step undoable.
//!
//! - [`memory`]: allocations, bytes, provenance, addresses.
//! - [`aliasing`]: the two models of who may access memory through which pointer.
//! - [`code`]: the dense form that bodies are compiled to.
//! - [`machine`]: the state; `exec` has the rules that change it.
//! - [`journal`]: what has changed since a checkpoint.
//! - [`supply`]: functions of compiled crates, as calls reach them.
//! - [`foreign`]: what ordinary programs ask of the world outside.
//! - [`live`]: bodies that are written while they run.
//! - [`profile`]: where a program spends its steps.
//! - [`threads`]: which threads there are.
//! - [`explore`]: every interleaving of a program with threads.
//! - [`harness`]: how programs print, and how they begin.
//! - [`error`]: Undefined Behavior, by kind.

pub mod aliasing;
pub mod code;
mod collect;
mod compile;
pub mod concurrency;
mod constants;
pub mod error;
mod evaluate;
mod exec;
pub mod explore;
pub mod foreign;
pub mod harness;
pub mod journal;
mod leaks;
pub mod live;
pub mod machine;
pub mod memory;
pub mod profile;
pub mod supply;
pub mod threads;
pub mod tracking;
mod vtables;
