//! All integration tests of this crate, in one binary.

mod clp;
mod common;
mod open;
mod paper;
mod refound;
mod sets;
mod systemf;
