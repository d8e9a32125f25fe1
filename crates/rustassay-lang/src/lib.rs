//! The terms of the language that all crates share: editions of Rust, releases of rustc, and the directives of a source file.

mod directives;
mod edition;
mod release;

pub use directives::Directives;
pub use edition::{DEFAULT_EDITION, Edition, UnknownEdition};
pub use release::{InvalidRelease, Release};
