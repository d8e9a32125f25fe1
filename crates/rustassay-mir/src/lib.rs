//! The program model of Rustassay.
//!
//! A [`Program`](model::Program) is what custom MIR can say, as typed values. It is the hub of the MIR half: the
//! generator builds it, the machine runs it, the reducer cuts it, and compilers get it as text.
//!
//! - [`check`]: which programs rustc compiles, and why not the others.
//! - [`comments`]: comments of a text, kept when its program is printed.
//! - [`layout`]: how types lie in memory, as rustc lays them out.
//! - [`model`]: the values themselves, with the typing of places, operands and rvalues.
//! - [`print`]: custom-MIR source text out, for people or for speed, for every compiler that takes it.
//! - [`read`]: custom-MIR source text in, ours or another's.
//! - [`release`]: releases of rustc, and what each of them accepts.
//! - [`source`]: positions in source text, and diagnostics that point there.
//! - [`surface`]: the same program in ordinary Rust, for bug reports.

pub mod check;
pub mod comments;
pub mod layout;
pub mod model;
pub mod print;
pub mod read;
pub mod release;
pub mod source;
pub mod surface;
