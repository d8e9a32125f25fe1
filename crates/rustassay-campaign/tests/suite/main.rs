//! All integration tests of this crate, in one binary.

mod batches;
mod corpus;
mod coverage;
mod own_bugs;
mod resumed;
