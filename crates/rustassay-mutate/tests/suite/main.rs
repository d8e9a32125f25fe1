//! All integration tests of this crate, in one binary.

mod coverage;
mod hunt;
mod mutators;
