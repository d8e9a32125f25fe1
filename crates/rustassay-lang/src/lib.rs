//! The terms of the language that all crates share: editions of Rust, releases of rustc, targets, the directives of a source file, the
//! sections of a configuration file, and what a message says of a mistyped name.

mod config_file;
mod directives;
mod edition;
mod release;
mod shell;
mod suggest;
mod target;

pub use config_file::ConfigSection;
pub use directives::Directives;
pub use edition::{DEFAULT_EDITION, Edition, UnknownEdition};
pub use release::{InvalidRelease, Release};
pub use shell::quoted;
pub use suggest::did_you_mean;
pub use target::{ARCHITECTURES, Abilities, Architecture, DataLayout, Endian, UnsupportedTarget};
