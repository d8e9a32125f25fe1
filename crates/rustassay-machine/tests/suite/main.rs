//! All integration tests of this crate, in one binary.

mod aborts;
mod compiled;
mod concurrency;
mod explore;
mod taint;
mod undo;
