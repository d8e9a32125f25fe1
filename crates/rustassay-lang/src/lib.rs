//! The terms of the language that all crates share: editions of Rust, releases of rustc, the directives of a source file, and
//! the sections of a configuration file.

mod config_file;
mod directives;
mod edition;
mod release;
mod shell;

pub use config_file::ConfigSection;
pub use directives::Directives;
pub use edition::{DEFAULT_EDITION, Edition, UnknownEdition};
pub use release::{InvalidRelease, Release};
pub use shell::quoted;
