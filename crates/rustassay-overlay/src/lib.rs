//! Rust as rustc's own metadata, with the MIR of every function in it: the standard library and a user's
//! crate.
//!
//! `rustc --emit=metadata -Zalways-encode-mir` writes everything that it knows of a crate, bodies included. A
//! stock compiler does so with `RUSTC_BOOTSTRAP=1` in its environment; a user's crate needs nothing else. But
//! the standard library that comes with a compiler has the bodies of generic and inlined functions only. So
//! [`Overlay::of`] compiles it again, once per compiler, and caches the result.
//!
//! ```no_run
//! use rustassay_overlay::{Overlay, SourceFile};
//! use rustassay_toolchain::{Cache, Search, cache_folder, discover};
//! use std::path::Path;
//!
//! let compiler = discover(&Search::default(), &Cache::standard()).found.remove(0);
//! let overlay = Overlay::of(&compiler, cache_folder().as_deref(), &mut |_| ())?;
//! let program = SourceFile::new(Path::new("hello.rs")).compile(&compiler)?;
//!
//! // What `rustassay_metadata::Crates::open` takes.
//! let files = overlay.crate_files(program.path(), Vec::new());
//! println!("{} and {:?}", files.root.display(), overlay.crates().collect::<Vec<_>>());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A library that is compiled again numbers its definitions as the stock one does. So a user's crate is
//! compiled against the untouched stock library ([`SourceFile::compile`]), and the overlay only lends bodies.
//! When [`Overlay::of`] makes an overlay, it checks for every definition that the numbers are the same.
//!
//! # Where the library's sources are
//!
//! 1. In the component `rust-src`, read where they lie.
//! 2. Else in the component `rust-docs`, which rustup installs by default: its pages show every file that the
//!    compiler read. This crate strips them back to exactly these files. The pages lack only modules that a
//!    `#![cfg]` inside them disables, and the Markdown files of `#[doc = include_str!(..)]`.
//!
//! The library's hash maps are a package of their own, hashbrown. Its sources come from where `rust-src`
//! vendors them or from cargo's registry; without them, a program has the stock bodies. The same holds for
//! `proc_macro`.
//!
//! # The cache is never broken
//!
//! A process makes an overlay in a folder beside its place, writes it to disk, and renames it into its place.
//! It holds a lock meanwhile, for which others wait. The next process that makes an overlay removes what a
//! killed one left.

mod cache;
mod definitions;
mod flags;
mod hashbrown;
mod library;
mod page;
mod source_file;
mod sources;
mod stubs;

pub use cache::{Overlay, OverlayProgress};
pub use flags::checks_overflow;
pub use source_file::{CompileError, Metadata, SourceFile};

use rustassay_metadata::MetadataError;
use rustassay_process::{End, StartError};
use rustassay_toolchain::Toolchain;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// What a compiler that others start is told, so that a crate becomes a library whose metadata has all bodies.
///
/// `RUSTC_BOOTSTRAP=1` has to be in its environment.
pub fn mir_flags() -> impl Iterator<Item = &'static str> {
    flags::MIR.into_iter()
}

/// The metadata of a crate of the library, as the compiler comes with it.
pub fn stock_metadata(toolchain: &Toolchain, name: &'static str) -> Result<PathBuf, OverlayError> {
    library::Stock::of(toolchain)?.metadata(name).map(Path::to_owned)
}

/// Why there is no overlay.
#[derive(Debug)]
pub enum OverlayError {
    /// There is neither a cache folder nor a home.
    NoCache,
    /// A compiler has no sources of its library.
    NoSources {
        /// The compiler's name: rustup's, or else its path.
        toolchain: String,
        /// Where they should be.
        place: PathBuf,
    },
    /// A page of the documentation does not show a source file as expected.
    Page {
        /// The page.
        path: PathBuf,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A part of the compiler's library is not where it should be.
    NoStockCrate {
        /// The crate's name.
        name: &'static str,
        /// The folder that should have it.
        folder: PathBuf,
    },
    /// The compiler rejects a crate of its own library.
    Rejected {
        /// The crate's name.
        name: &'static str,
        /// What the compiler said.
        said: String,
    },
    /// The compiler was stopped before it ended.
    Stopped {
        /// The crate's name.
        name: &'static str,
        /// How it ended.
        end: End,
    },
    /// A crate that was compiled anew has other definitions than the stock one, so that it cannot stand in for it.
    OtherDefinitions {
        /// The crate's name.
        name: &'static str,
        /// The first difference.
        difference: String,
    },
    /// The metadata of the library cannot be read.
    Metadata(MetadataError),
    /// The compiler could not be started.
    Start(StartError),
    /// A file could not be read or written.
    File {
        /// What was tried.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
}

impl OverlayError {
    /// For `map_err`: an error with what was tried, and on which file.
    fn file(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> OverlayError {
        move |source| OverlayError::File { what, path: path.to_owned(), source }
    }
}

impl fmt::Display for OverlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OverlayError::NoCache => f.write_str(
                "there is no place to keep the standard library with its MIR: set `XDG_CACHE_HOME` or `HOME`",
            ),
            OverlayError::NoSources { toolchain, place } if toolchain.contains('/') => write!(
                f,
                "`{toolchain}` has no sources of the standard library; they belong in `{}`, where the package `rust-src` of most distributions puts them",
                place.display()
            ),
            OverlayError::NoSources { toolchain, .. } => write!(
                f,
                "`{toolchain}` has no sources of the standard library; get them with `rustup component add rust-src --toolchain {toolchain}`"
            ),
            OverlayError::Page { path, why } => write!(
                f,
                "`{}` does not show a source file of the standard library ({why}); get the sources with `rustup component add rust-src`",
                path.display()
            ),
            OverlayError::NoStockCrate { name, folder } => {
                write!(f, "the compiler's library has no crate `{name}` in `{}`", folder.display())
            }
            OverlayError::Rejected { name, said } => {
                write!(f, "the compiler rejects `{name}` of its own standard library:\n{said}")
            }
            OverlayError::Stopped { name, end } => {
                write!(f, "the compiler, on `{name}` of its standard library: {end}")
            }
            OverlayError::OtherDefinitions { name, difference } => write!(
                f,
                "the sources of `{name}` are not those that the compiler's library was made of: {difference}; \
                 get the compiler's own with `rustup component add rust-src`"
            ),
            OverlayError::Metadata(error) => error.fmt(f),
            OverlayError::Start(error) => error.fmt(f),
            OverlayError::File { what, path, source } => {
                write!(f, "cannot {what} `{}`: {source}", path.display())
            }
        }
    }
}

impl std::error::Error for OverlayError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            OverlayError::Metadata(error) => Some(error),
            OverlayError::Start(error) => Some(error),
            OverlayError::File { source, .. } => Some(source),
            _ => None,
        }
    }
}
