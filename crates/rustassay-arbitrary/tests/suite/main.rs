//! All integration tests of this crate, in one binary.

mod accepted_by_rustc;
mod covers_the_model;
mod round_trip;
