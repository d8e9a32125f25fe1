//! The terms of the language that all crates share: editions of Rust, releases of rustc, targets, the
//! directives of a source file, the sections of the configuration file, and the suggestion for a mistyped
//! name.
//!
//! ```
//! use rustassay_lang::{Architecture, Directives, Edition, Endian, Release};
//!
//! let release: Release = "1.97.0-nightly".parse()?;
//! assert_eq!(release, Release::new(97));
//! assert!(Edition::E2024.since() <= release);
//!
//! let directives = Directives::of("//@ edition: 2024\n//@ compile-flags: -O\nfn main() {}\n");
//! assert_eq!(directives.edition, Some(Edition::E2024));
//! assert_eq!(directives.flags, ["-O"]);
//!
//! let s390x = Architecture::of_supported("s390x-unknown-linux-gnu")?;
//! assert_eq!((s390x.layout.endian, s390x.layout.pointer_size()), (Endian::Big, 8));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
