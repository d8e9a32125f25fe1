//! All integration tests of this crate, in one binary.

mod aborts;
mod taint;
mod undo;
