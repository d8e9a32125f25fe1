//! All integration tests of this crate, in one binary.

mod common;
mod live;
mod robustness;
mod signatures;
mod texts;
