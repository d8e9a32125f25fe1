//! All integration tests of this crate, in one binary.

mod batch;
mod checking;
mod common;
mod fakes;
mod llvm;
mod sets;
mod targets;
