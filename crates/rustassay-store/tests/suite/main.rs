//! All integration tests of this crate, in one binary.

mod common;
mod killed;
mod records;
mod refusals;
