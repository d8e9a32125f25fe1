//! All integration tests of this crate, in one binary.

mod aborts;
mod compiled;
mod taint;
mod undo;
