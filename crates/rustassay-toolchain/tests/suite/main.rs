//! All integration tests of this crate, in one binary.

mod cache;
#[cfg(unix)]
mod common;
mod probing;
