//! All integration tests of this crate, in one binary.

mod common;
mod database;
mod killed;
mod merged;
mod records;
mod refusals;
mod shared;
