//! All integration tests of this crate, in one binary.

mod common;
mod issue;
mod page;
