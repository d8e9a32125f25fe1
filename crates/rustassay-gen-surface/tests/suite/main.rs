//! All integration tests of this crate, in one binary.

mod constructs;
mod print;
mod programs;
mod promises;
mod support;
