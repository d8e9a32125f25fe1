//! The program model of Rustassay.
//!
//! A [`Program`](model::Program) is what custom MIR can say, as typed values. It is the hub of the MIR half: the
//! generator builds it, the machine runs it, the reducer cuts it, and compilers get it as text.
//!
//! - [`layout`]: how types lie in memory, as rustc lays them out.
//! - [`model`]: the values themselves, with the typing of places, operands and rvalues.
//! - [`source`]: positions in source text, and diagnostics that point there.

pub mod layout;
pub mod model;
pub mod source;
