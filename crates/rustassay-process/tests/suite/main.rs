//! All integration tests of this crate, in one binary.

mod apart;
mod attacks;
mod bounds;
#[cfg(target_os = "linux")]
mod common;
mod compilers;
mod leftovers;
