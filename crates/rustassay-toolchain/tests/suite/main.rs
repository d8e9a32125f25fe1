//! All integration tests of this crate, in one binary.

mod cache;
#[cfg(unix)]
mod common;
#[cfg(unix)]
mod libraries;
mod probing;
#[cfg(unix)]
mod targets;
