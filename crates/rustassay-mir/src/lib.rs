//! The program model of Rustassay.
//!
//! A [`Program`](model::Program) is what custom MIR can say, as typed values. It is the hub of the MIR half: the
//! generator builds it, the machine runs it, the reducer cuts it, and compilers get it as text.
//!
//! - [`model`]: the values themselves, with the typing of places, operands and rvalues.
//! - [`release`]: what the custom MIR of each rustc release can say.
//! - [`print`](mod@print): a program as text, for people and for compilers.
//! - [`source`]: positions in source text, and diagnostics that point there.

pub mod check;
pub mod model;
pub mod print;
pub mod release;
pub mod source;
