//! What compiled crates have and custom MIR cannot say.

mod build;
mod constants;
mod objects;
mod places;
