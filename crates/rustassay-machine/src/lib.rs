//! An abstract machine for Rust's MIR that finds Undefined Behavior.
//!
//! - [`aliasing`]: the two models of who may access memory through which pointer.

pub mod aliasing;
